import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../bus.ts';

/**
 * A replica that has said nothing for `silentMs` milliseconds is taken for dead. It says something every `beatMs`: so three beats may be
 * lost, and people see those of a dead replica go within 10 s, of which presence takes up to 2 for folding changes together.
 */
const beatMs = 1_500;
const silentMs = 5_000;
/** While this replica does not hear itself it tries so often, in milliseconds, to be back soon after the bus is. */
const deafBeatMs = 250;
/** Each replica repeats all that it knows this often, in milliseconds, because the bus may lose a message. */
const repeatMs = 10_000;
/** Questions for everything that come within this time get one answer, in milliseconds: after an outage all replicas ask at once. */
const answerMs = 50;

const channel = 'realtime.replicas';

/** `alive` says only that. `hello` asks all for everything. `leaving` is the last that a replica says. */
type Message = { readonly replica: string } & (
  | { readonly kind: 'alive' | 'hello' | 'leaving' }
  | { readonly kind: 'told'; readonly topic: string; readonly body: unknown }
);

/** Something of which each replica knows a part, and tells it to the others. */
export interface Topic {
  readonly topic: string;
  /** Takes what another replica tells. @throws Error when it cannot be understood. */
  hear(replica: string, body: unknown): void;
  /** Tells the others everything. */
  tellAll(): void;
  /** Forgets what a replica has told: it is gone. */
  forget(replica: string): void;
}

interface ReplicaParts {
  readonly bus: Bus;
  readonly replicaId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The replicas that live, and what they tell each other. Silence counts only while this replica hears itself: when the bus is away, or
 * this process stood still, nobody is taken for dead, and all tell each other everything as soon as they can. [RT31]
 */
export class Replicas {
  readonly #parts: ReplicaParts;
  readonly #topics = new Map<string, Topic>();
  /** When each other replica was last heard, by its name. */
  readonly #heardAtMs = new Map<string, number>();
  #isDeaf = true;
  #echoedAtMs = 0;
  #cancels: (() => void)[] = [];
  #cancelBeat: (() => void) | undefined;
  #cancelAnswer: (() => void) | undefined;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  /** Replicas that live, this one included. While the bus is away: those that lived before. */
  get count(): number {
    return this.#heardAtMs.size + 1;
  }

  /** Adds a topic. To be called before `start`. */
  add(topic: Topic): void {
    this.#topics.set(topic.topic, topic);
  }

  /** Tells the other replicas. Nothing is sent while there are none: one that comes asks for everything. */
  tell(topic: string, body: unknown): void {
    if (this.#heardAtMs.size > 0) this.#send({ replica: this.#parts.replicaId, kind: 'told', topic, body });
  }

  start(): void {
    const { bus, clock, log } = this.#parts;
    const unsubscribe = bus.subscribe(channel, (payload) => {
      try {
        this.#hear(JSON.parse(payload) as Message);
      } catch (error) {
        // A replica of another version may say what this one does not understand.
        log.warn({ err: error }, 'a message of another replica could not be read');
      }
    });
    this.#cancels = [unsubscribe, clock.every(repeatMs, () => this.#tellAll())];
    this.#beat();
  }

  /** Says that this replica leaves, so that the others need not wait. */
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

  /** Asked with each echo, because nobody can tell whether a replica is silent after the last of them. */
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
