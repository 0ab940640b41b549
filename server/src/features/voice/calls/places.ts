/** The places of those who speak in a room, as the key-value store holds them for all replicas. [VO6] [VO7] */
import type { Clock } from '../../../kernel/clock.ts';
import type { Keys } from '../../../store/key-value/key-value.ts';

/** Somebody who speaks, as replicas tell each other. */
export interface Place {
  readonly principalId: string;
  readonly username: string;
  readonly guest: boolean;
  readonly muted: boolean;
  readonly joinedAtMs: number;
  /** Until when it holds, in milliseconds since 1970, unless its replica says so again. */
  readonly untilMs: number;
}

/** How long a place outlives a replica that has died, in milliseconds. */
const leaseMs = 15_000;
/** Each replica says this often that its places hold, in milliseconds: two times may fail. */
export const renewEveryMs = 5_000;
/** The life of all places of a room together, in milliseconds. */
const lifeMs = 60_000;

export type PlaceKeys = Pick<Keys, 'hashSetWithin' | 'hashDelete' | 'hashAll'>;

interface Parts {
  readonly keys: PlaceKeys;
  readonly clock: Clock;
}

/** All of these throw AppError `store.key_value_unavailable` while the store cannot be reached. */
export class Places {
  readonly #key: string;
  readonly #keys: PlaceKeys;
  readonly #clock: Clock;

  constructor(roomId: string, { keys, clock }: Parts) {
    this.#key = `voice:${roomId}`;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Takes a place, or says again that it holds. False: `most` others have one. */
  async take(peer: string, place: Omit<Place, 'untilMs'>, most: number): Promise<boolean> {
    const text = JSON.stringify({ ...place, untilMs: this.#clock.nowMs() + leaseMs } satisfies Place);
    const put = () => this.#keys.hashSetWithin(this.#key, peer, text, { most, ttlMs: lifeMs });
    return (await put()) || ((await this.#clear()) && put());
  }

  async giveBack(peer: string): Promise<void> {
    await this.#keys.hashDelete(this.#key, peer);
  }

  /** Those that hold, by the address of the participant, in the order in which they were taken. */
  async all(): Promise<ReadonlyMap<string, Place>> {
    const nowMs = this.#clock.nowMs();
    const holding = (await this.#read()).filter(([, { untilMs }]) => untilMs > nowMs);
    return new Map(holding.sort(([a, one], [b, other]) => one.joinedAtMs - other.joinedAtMs || (a < b ? -1 : 1)));
  }

  /** Deletes the places of replicas that have died. False: there are none. */
  async #clear(): Promise<boolean> {
    const nowMs = this.#clock.nowMs();
    const ended = (await this.#read()).filter(([, { untilMs }]) => untilMs <= nowMs);
    for (const [peer] of ended) await this.giveBack(peer);
    return ended.length > 0;
  }

  async #read(): Promise<[string, Place][]> {
    const all = await this.#keys.hashAll(this.#key);
    return [...all].map(([peer, text]) => [peer, JSON.parse(text) as Place]);
  }
}
