/** The places of participants, which the key-value store holds for all replicas. [RT35] [RT36] */
import type { Clock } from '../../kernel/clock.ts';
import type { Keys } from '../../store/key-value/key-value.ts';

/** A held place, with the details that others see about its holder. */
export interface Place<A> {
  readonly about: A;
  readonly takenAtMs: number;
}

/** Places by the address of their holders, in the order in which they were taken. */
export type Places<A> = ReadonlyMap<string, Place<A>>;

/** `untilMs`: expiry of the place unless its replica renews it, in milliseconds since 1970. */
interface Stored<A> extends Place<A> {
  readonly untilMs: number;
}

/** Lease of a place, in milliseconds: how long it outlives a replica that has died. */
const leaseMs = 15_000;
/** Each replica renews its places this often, in milliseconds: two renewals may fail. */
export const renewEveryMs = 5_000;
/** How long the key-value store keeps a gathering after its last renewal, in milliseconds. */
const lifeMs = 60_000;

export type PlaceKeys = Pick<Keys, 'hashSetWithin' | 'hashDelete' | 'hashAll'>;

/** Its methods throw AppError `store.key_value_unavailable` while the store is unavailable. */
export class StoredPlaces<A> {
  readonly #key: string;
  readonly #keys: PlaceKeys;
  readonly #clock: Clock;

  constructor(key: string, { keys, clock }: { readonly keys: PlaceKeys; readonly clock: Clock }) {
    this.#key = key;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Takes or renews a place. False: all `most` places are taken by others. */
  async take(peer: string, place: Place<A>, most: number): Promise<boolean> {
    const text = JSON.stringify({ ...place, untilMs: this.#clock.nowMs() + leaseMs } satisfies Stored<A>);
    const put = () => this.#keys.hashSetWithin(this.#key, peer, text, { most, ttlMs: lifeMs });
    return (await put()) || ((await this.#clear()) && put());
  }

  async giveBack(peer: string): Promise<void> {
    await this.#keys.hashDelete(this.#key, peer);
  }

  /** The places whose lease has not expired. */
  async all(): Promise<Places<A>> {
    const nowMs = this.#clock.nowMs();
    const holding = (await this.#read()).filter(([, { untilMs }]) => untilMs > nowMs);
    holding.sort(([a, one], [b, other]) => one.takenAtMs - other.takenAtMs || (a < b ? -1 : 1));
    return new Map(holding.map(([peer, { about, takenAtMs }]) => [peer, { about, takenAtMs }]));
  }

  /** Deletes expired places. False: there are none. */
  async #clear(): Promise<boolean> {
    const nowMs = this.#clock.nowMs();
    const ended = (await this.#read()).filter(([, { untilMs }]) => untilMs <= nowMs);
    for (const [peer] of ended) await this.giveBack(peer);
    return ended.length > 0;
  }

  async #read(): Promise<[string, Stored<A>][]> {
    const all = await this.#keys.hashAll(this.#key);
    return [...all].map(([peer, text]) => [peer, JSON.parse(text) as Stored<A>]);
  }
}
