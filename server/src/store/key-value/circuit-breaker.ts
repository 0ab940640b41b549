import { type Clock, nextTurn } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { keyValueUnavailable } from '../store.errors.ts';

/**
 * A command without an answer after this many milliseconds has failed. Redis answers in less than one. A request that
 * asks it twice must not take longer than a person notices.
 */
const commandMs = 250;
/**
 * This many commands in a row without an answer open the breaker. A connection answers in order, so any answer proves
 * that it works. One late command alone may mean a large write to disk on the other side, or a busy machine. All
 * commands that such a moment holds up count once: each of the row was sent after the one before had failed.
 */
export const failuresToOpen = 3;
/** How often an idle connection is tested, in milliseconds. Otherwise the loss of a quiet store would go unnoticed. */
const checkPeriodMs = 1_000;
/**
 * The first and the longest wait between two probes of a store that is away, in milliseconds. It is back in about a
 * second, and a store that starts is not overrun.
 */
const firstProbeMs = 100;
const maxProbeMs = 1_000;
/** Longest time for a probe to connect, and for the first start to wait for an answer, in milliseconds. */
const probeMs = 2_000;

/** What the breaker protects. */
export interface Protected {
  /** Makes new connections. Rejects when that fails or when `disconnect` is called. */
  connect(): Promise<void>;
  /** Drops the connections at once. */
  disconnect(): void;
  /** Rejects unless the store takes commands and can be written to. */
  check(): Promise<unknown>;
  /** True for a failure that is the store's answer to the command: the store works. */
  isAnswer(cause: unknown): boolean;
  /** True for a failure that only another configuration can end. */
  isRefusal(cause: unknown): boolean;
}

/**
 * Keeps a store that does not answer from slowing down everything that uses it. Closed: commands pass, with a time
 * limit. After failures it opens: commands fail at once and are never kept for later, and waiting ones fail too. While
 * open it probes, half-open, with new connections and a write of its own. When the answer comes within the time of a
 * command, it closes: a store that answers late would only be given up again. [ST49]
 */
export class CircuitBreaker {
  readonly #target: Protected;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waiting = new Set<(cause: unknown) => void>();
  #state: 'stopped' | 'closed' | 'open' = 'stopped';
  #failures = 0;
  #openedAtMs = 0;
  /** Ends the timer of the next probe or check. */
  #cancel: () => void = () => undefined;

  constructor(target: Protected, clock: Clock, log: Log) {
    this.#target = target;
    this.#clock = clock;
    this.#log = log;
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  /** Connects for the first time. Begins open when the store is away. @throws the store's error when it refuses us. */
  async start(): Promise<void> {
    try {
      // A starting process is busy, and reads its answers late.
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
      // Not the error itself: an error of Redis has the arguments of its command, which may be a password.
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

  /** Settles as `send` does, but rejects after `limitMs` and when the breaker opens. */
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
      // This process may have been busy while the answer arrived. So it reads the arrived data before it gives up.
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
