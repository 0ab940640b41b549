import { type Clock, pause } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { StoredEvent } from './event.ts';
import type { Outbox } from './outbox.ts';

/** A running delivery of one topic to one handler. */
export interface Subscription {
  /**
   * The sequence after which delivery begins: the caller's, or else read from the database. Never rejects; it waits
   * while the database is unavailable. If you read the rows after this resolves, you miss no event.
   */
  readonly ready: Promise<number>;
  /** The last delivered sequence; undefined before `ready`. */
  last(): number | undefined;
  /** No handler is called afterwards. */
  close(): void;
}

/** Receives events of one topic, in order, at least one per call. It must not throw; errors are logged. */
export type EventHandler = (events: readonly StoredEvent[]) => void;

export interface SubscribeOptions {
  /** Called when events were pruned before delivery; delivery continues after `sequence`. Reload the state. */
  readonly onLost?: (sequence: number) => void;
}

interface DeliveryParts {
  readonly outbox: Outbox;
  readonly log: Log;
  readonly clock: Clock;
  readonly onClose: (delivery: Delivery) => void;
  /** Called with the time from the commit of the oldest event to its delivery, in milliseconds. */
  readonly onDelivered?: ((delayMs: number) => void) | undefined;
}

const batchSize = 500;
const maxRetryMs = 5_000;

/**
 * The state of one delivery: the delivered events, the events known to exist, and at most one read that fetches the
 * events in between.
 */
export class Delivery implements Subscription {
  readonly topic: string;
  readonly ready: Promise<number>;
  readonly #handler: EventHandler;
  readonly #onLost: ((sequence: number) => void) | undefined;
  readonly #outbox: Outbox;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #onClose: () => void;
  readonly #onDelivered: DeliveryParts['onDelivered'];
  #last: number | undefined;
  /** The highest sequence known to be committed. */
  #known = 0;
  #isReading = false;

  constructor(
    topic: string,
    after: number | 'now',
    handler: EventHandler,
    { onLost }: SubscribeOptions,
    { outbox, log, clock, onClose, onDelivered }: DeliveryParts,
  ) {
    this.topic = topic;
    this.#handler = handler;
    this.#onLost = onLost;
    this.#outbox = outbox;
    this.#log = log;
    this.#clock = clock;
    this.#onDelivered = onDelivered;
    this.#onClose = () => onClose(this);
    if (after !== 'now') this.#last = after;
    this.ready = this.#begin(after);
  }

  last(): number | undefined {
    return this.#last;
  }

  close(): void {
    this.#closing.abort();
    this.#onClose();
  }

  /**
   * Takes events of this topic that this process has just committed. Delivers them at once if they are next in
   * sequence.
   */
  offer(events: readonly StoredEvent[]): void {
    const newest = events.at(-1)?.sequence ?? 0;
    const isNext = this.#last !== undefined && !this.#isReading && events[0]?.sequence === this.#last + 1;
    if (isNext) this.#deliver(events);
    else this.learn(newest);
  }

  /** Records that `sequence` is committed; missing events up to it are read from the database. */
  learn(sequence: number): void {
    this.#known = Math.max(this.#known, sequence);
    if (this.isBehind) void this.#catchUp();
  }

  get isBehind(): boolean {
    return this.#last !== undefined && this.#known > this.#last;
  }

  async #begin(after: number | 'now'): Promise<number> {
    const latest = await this.#insist(async () => (await this.#outbox.latest([this.topic])).get(this.topic) ?? 0);
    if (latest === undefined) return this.#last ?? 0;
    this.#last ??= latest;
    const from = after === 'now' ? this.#last : after;
    this.learn(latest);
    return from;
  }

  async #catchUp(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.isBehind && !this.#closing.signal.aborted) {
      const last = this.#last ?? 0;
      // The read may not contain events that become known while it runs.
      const known = this.#known;
      const events = await this.#insist(() => this.#outbox.since(this.topic, last, batchSize));
      if (events === undefined) break;
      const resumeAfter = (events[0]?.sequence ?? known + 1) - 1;
      if (resumeAfter > last) this.#lose(resumeAfter);
      if (events.length > 0) this.#deliver(events);
    }
    this.#isReading = false;
  }

  #deliver(events: readonly StoredEvent[]): void {
    if (this.#closing.signal.aborted) return;
    this.#last = events.at(-1)?.sequence ?? this.#last;
    this.#guard(() => this.#handler(events));
    this.#onDelivered?.(this.#clock.nowMs() - events[0]!.createdAt.getTime());
  }

  #lose(resumeAfter: number): void {
    this.#last = resumeAfter;
    this.#log.warn({ topic: this.topic, resumeAfter }, 'events were pruned before they were delivered');
    this.#guard(() => this.#onLost?.(resumeAfter));
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (err) {
      this.#log.error({ err, topic: this.topic }, 'an event handler threw');
    }
  }

  /** Retries `read` until it succeeds; undefined if the delivery is closed meanwhile. */
  async #insist<R>(read: () => Promise<R>): Promise<R | undefined> {
    for (let delayMs = 50; !this.#closing.signal.aborted; delayMs = Math.min(delayMs * 2, maxRetryMs)) {
      try {
        const result = await read();
        return this.#closing.signal.aborted ? undefined : result;
      } catch (err) {
        this.#log.warn({ err, topic: this.topic }, 'events could not be read; trying again');
        await pause(this.#clock, delayMs, this.#closing.signal);
      }
    }
    return undefined;
  }
}
