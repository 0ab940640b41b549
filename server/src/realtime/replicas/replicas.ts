import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../bus.ts';

/**
 * A replica that is silent for `silentMs` milliseconds counts as dead. It sends a heartbeat every `beatMs`, so three
 * heartbeats may be lost. The people of a dead replica disappear within 10 s; up to 2 s of that is the time for which
 * presence collects changes.
 */
const beatMs = 1_500;
const silentMs = 5_000;
/**
 * Heartbeat interval while this replica does not receive its own messages, in milliseconds: it notices soon when the
 * bus is back.
 */
const deafBeatMs = 250;
/** Each replica repeats everything it knows this often, in milliseconds, because the bus may lose messages. */
const repeatMs = 10_000;
/**
 * Requests for everything within this time, in milliseconds, get one answer: after an outage all replicas ask at once.
 */
const answerMs = 50;

const channel = 'realtime.replicas';

/** `alive`: a heartbeat. `hello`: a request to all replicas for everything. `leaving`: a replica's last message. */
type Message = { readonly replica: string } & (
  | { readonly kind: 'alive' | 'hello' | 'leaving' }
  | { readonly kind: 'told'; readonly topic: string; readonly body: unknown }
);

/** A subject on which replicas inform each other; each knows a part of it. */
export interface Topic {
  readonly topic: string;
  /** Applies a message of another replica. @throws Error for an unreadable message. */
  hear(replica: string, body: unknown): void;
  /** Sends everything to the others. */
  tellAll(): void;
  /** Drops everything that a replica has sent, because it is gone. */
  forget(replica: string): void;
}

interface ReplicaParts {
  readonly bus: Bus;
  readonly replicaId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The live replicas, and their messages to each other. Silence counts only while this replica receives its own
 * messages. While the bus is unavailable, or after this process was stuck, no replica counts as dead, and all replicas
 * send each other everything as soon as they can. [RT31]
 */
export class Replicas {
  readonly #parts: ReplicaParts;
  readonly #topics = new Map<string, Topic>();
  /** Time of the last message of each other replica, by its name. */
  readonly #heardAtMs = new Map<string, number>();
  #isDeaf = true;
  #echoedAtMs = 0;
  #cancels: (() => void)[] = [];
  #cancelBeat: (() => void) | undefined;
  #cancelAnswer: (() => void) | undefined;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  /** Number of live replicas, including this one. While the bus is unavailable: the number before. */
  get count(): number {
    return this.#heardAtMs.size + 1;
  }

  /** Adds a topic. Call this before `start`. */
  add(topic: Topic): void {
    this.#topics.set(topic.topic, topic);
  }

  /** Sends to the other replicas. Sends nothing while there are none: a new replica asks for everything. */
  tell(topic: string, body: unknown): void {
    if (this.#heardAtMs.size > 0) this.#send({ replica: this.#parts.replicaId, kind: 'told', topic, body });
  }

  start(): void {
    const { bus, clock, log } = this.#parts;
    const unsubscribe = bus.subscribe(channel, (payload) => {
      try {
        this.#hear(JSON.parse(payload) as Message);
      } catch (error) {
        // A replica of another version may send messages that this one does not understand.
        log.warn({ err: error }, 'a message of another replica could not be read');
      }
    });
    this.#cancels = [unsubscribe, clock.every(repeatMs, () => this.#tellAll())];
    this.#beat();
  }

  /** Announces that this replica leaves, so that the others need not wait for its silence. */
  stop(): void {
    this.#cancelBeat?.();
    this.#cancelAnswer?.();
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.#say('leaving');
  }

  #say(kind: 'alive' | 'hello' | 'leaving'): void {
    this.#send({ replica: this.#parts.replicaId, kind });
  }

  #send(message: Message): void {
    this.#parts.bus.publish(channel, JSON.stringify(message));
  }

  #beat(): void {
    if (this.#hasNoEcho()) this.#isDeaf = true;
    this.#say('alive');
    this.#cancelBeat = this.#parts.clock.after(this.#isDeaf ? deafBeatMs : beatMs, () => this.#beat());
  }

  #hear(message: Message): void {
    const { replica } = message;
    if (replica === this.#parts.replicaId) return this.#hearMyself();
    if (message.kind === 'leaving') return this.#forget(replica);
    const isNew = !this.#heardAtMs.has(replica);
    this.#heardAtMs.set(replica, this.#parts.clock.nowMs());
    if (message.kind === 'told') this.#topics.get(message.topic)?.hear(replica, message.body);
    if (message.kind === 'hello') this.#answerSoon();
    else if (isNew) this.#say('hello');
  }

  #hearMyself(): void {
    const nowMs = this.#parts.clock.nowMs();
    const wasDeaf = this.#isDeaf || this.#hasNoEcho();
    this.#echoedAtMs = nowMs;
    if (!wasDeaf) return this.#forgetSilent();
    this.#isDeaf = false;
    for (const replica of this.#heardAtMs.keys()) this.#heardAtMs.set(replica, nowMs);
    this.#say('hello');
    this.#answerSoon();
  }

  #hasNoEcho(): boolean {
    return this.#parts.clock.nowMs() - this.#echoedAtMs > 2 * beatMs;
  }

  /** Compares with the last echo of this replica's own messages: time after that echo proves no silence. */
  #forgetSilent(): void {
    for (const [replica, heardAtMs] of this.#heardAtMs)
      if (this.#echoedAtMs - heardAtMs > silentMs) this.#forget(replica);
  }

  #answerSoon(): void {
    this.#cancelAnswer ??= this.#parts.clock.after(answerMs, () => {
      this.#cancelAnswer = undefined;
      this.#tellAll();
    });
  }

  #tellAll(): void {
    for (const topic of this.#topics.values()) topic.tellAll();
  }

  #forget(replica: string): void {
    if (this.#heardAtMs.delete(replica)) for (const topic of this.#topics.values()) topic.forget(replica);
  }
}
