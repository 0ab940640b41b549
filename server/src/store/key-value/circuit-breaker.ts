import { type Clock, nextTurn } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { keyValueUnavailable } from '../store.errors.ts';

/**
 * A command without an answer after this many milliseconds has failed. Redis answers in less than one. A request that
 * sends two commands must not take noticeably long.
 */
const commandMs = 250;
/**
 * This many consecutive commands without an answer open the breaker. A connection answers in order, so any answer
 * proves that it works. A single late command may only mean a large disk write on the other side, or a busy machine.
 * Commands that one such delay holds up count once: a command counts only if it was sent after the previous one had
 * failed.
 */
export const failuresToOpen = 3;
/** How often an idle connection is tested, in milliseconds. Otherwise the loss of an idle store would go unnoticed. */
const checkPeriodMs = 1_000;
/**
 * First and longest wait between two probes of an unavailable store, in milliseconds. The breaker closes about a second
 * after the store is back, and a starting store is not overloaded.
 */
const firstProbeMs = 100;
const maxProbeMs = 1_000;
/** Time limit for a probe to connect, and for the answer at the first start, in milliseconds. */
const probeMs = 2_000;

/** The store that the breaker protects. */
export interface Protected {
  /** Makes new connections. Rejects when that fails or `disconnect` is called. */
  connect(): Promise<void>;
  /** Drops the connections at once. */
  disconnect(): void;
  /** Rejects unless the store accepts commands and writes. */
  check(): Promise<unknown>;
  /** True for an error that is the store's answer to the command: the store works. */
  isAnswer(cause: unknown): boolean;
  /** True for a failure that only a change of configuration can fix. */
  isRefusal(cause: unknown): boolean;
}

/**
 * Keeps an unresponsive store from slowing down everything that uses it. Closed: commands pass, with a time limit.
 * After failures it opens: new and waiting commands fail at once, and are never queued. While open it probes
 * (half-open), with new connections and a test write. It closes only if the answer comes within the time limit of a
 * command, because a slower store would only open it again. [ST49]
 */
export class CircuitBreaker {
  readonly #target: Protected;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waiting = new Set<(cause: unknown) => void>();
  #state: 'stopped' | 'closed' | 'open' = 'stopped';
  #failures = 0;
  #openedAtMs = 0;
  /** Cancels the timer of the next probe or check. */
  #cancel: () => void = () => undefined;

  constructor(target: Protected, clock: Clock, log: Log) {
    this.#target = target;
    this.#clock = clock;
    this.#log = log;
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  /**
   * Connects for the first time. Starts open if the store is unavailable. @throws the store's error when it refuses us.
   */
  async start(): Promise<void> {
    try {
      // A starting process is busy and reads answers late.
      await this.#connect(probeMs);
      this.#close();
    } catch (cause) {
      if (this.#target.isRefusal(cause)) throw cause;
      this.#open(cause);
    }
  }

  stop(): void {
    this.#cancel();
    this.#state = 'stopped';
    this.#target.disconnect();
    this.#failWaiting(undefined);
  }

  /**
   * Sends a command. @throws AppError `store.key_value_unavailable` when the breaker is open, or opens, or no answer
   * comes in time.
   */
  run<R>(send: () => Promise<R>): Promise<R> {
    if (this.#state !== 'closed') return Promise.reject(keyValueUnavailable());
    const failures = this.#failures;
    return this.#limited(send, commandMs).then(
      (answer) => {
        this.#failures = 0;
        return answer;
      },
      (cause) => {
        if (this.#target.isAnswer(cause)) {
          this.#failures = 0;
          throw cause;
        }
        if (this.#failures === failures) this.#failures += 1;
        if (this.#failures >= failuresToOpen) this.open(cause);
        throw keyValueUnavailable(cause);
      },
    );
  }

  /** Opens the breaker: the connection is lost. */
  open(cause: unknown): void {
    if (this.#state === 'closed') this.#open(cause);
  }

  #open(cause: unknown): void {
    this.#state = 'open';
    this.#openedAtMs = this.#clock.nowMs();
    this.#log.warn(
      // Not the error itself: a Redis error contains the arguments of its command, which may be a password.
      { reason: cause instanceof Error ? cause.message : String(cause) },
      'the key-value store cannot be reached; what needs it is refused or done by this process alone',
    );
    this.#cancel();
    this.#target.disconnect();
    this.#failWaiting(cause);
    this.#probeAfter(firstProbeMs);
  }

  #close(): void {
    this.#state = 'closed';
    this.#failures = 0;
    this.#cancel = this.#clock.every(
      checkPeriodMs,
      () => void this.run(() => this.#target.check()).catch(() => undefined),
    );
  }

  #probeAfter(delayMs: number): void {
    this.#cancel = this.#clock.after(delayMs, () => {
      this.#connect(commandMs).then(
        () => {
          if (this.#state !== 'open') return this.#target.disconnect();
          this.#close();
          const awayMs = Math.round(this.#clock.nowMs() - this.#openedAtMs);
          this.#log.info({ awayMs }, 'the key-value store can be reached again');
        },
        () => {
          if (this.#state === 'open') this.#probeAfter(Math.min(delayMs * 2, maxProbeMs));
        },
      );
    });
  }

  async #connect(answerMs: number): Promise<void> {
    try {
      await this.#limited(() => this.#target.connect(), probeMs);
      await this.#limited(() => this.#target.check(), answerMs);
    } catch (cause) {
      this.#target.disconnect();
      throw cause;
    }
  }

  #failWaiting(cause: unknown): void {
    for (const fail of [...this.#waiting]) fail(cause);
  }

  /** Settles like `send`, but rejects after `limitMs` and when the breaker opens. */
  #limited<R>(send: () => Promise<R>, limitMs: number): Promise<R> {
    return new Promise((resolve, reject) => {
      const end = () => {
        cancel();
        this.#waiting.delete(fail);
      };
      const fail = (cause: unknown) => {
        end();
        reject(cause);
      };
      // The answer may have arrived while this process was busy, so it reads pending input before it gives up.
      const cancel = this.#clock.after(
        limitMs,
        () => void nextTurn().then(() => fail(new Error(`no answer in ${limitMs} ms`))),
      );
      this.#waiting.add(fail);
      send().then((answer) => {
        end();
        resolve(answer);
      }, fail);
    });
  }
}
