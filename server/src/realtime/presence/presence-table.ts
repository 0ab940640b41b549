import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';

/** A member who is online. */
export interface PresenceEntry {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly state: PresenceState;
  readonly skewMs: number | undefined;
  readonly liveDelayMs?: number | undefined;
}

/** A guest who is online. */
export interface GuestEntry {
  readonly guestId: string;
  readonly name: string;
}

/** The people who are connected to a room through one replica. */
interface Source {
  readonly members: Map<string, PresenceEntry>;
  guestCount: number;
  guests: readonly GuestEntry[];
}

/**
 * The people online in a room, across all replicas. A person counts once, with any number of connections and replicas.
 * [RT17]
 */
export class PresenceTable {
  readonly #sources = new Map<string, Source>();

  /**
   * Adds or changes a member who is connected through `replica`. True when others would see a difference; a smaller
   * change is not stored.
   */
  put(replica: string, entry: PresenceEntry): boolean {
    const { members } = this.#source(replica);
    const own = members.get(entry.userId);
    if (own !== undefined && looksEqual(own, entry)) return false;
    const before = this.find(entry.userId);
    members.set(entry.userId, entry);
    const after = this.find(entry.userId);
    return before === undefined || after === undefined || !looksEqual(before, after);
  }

  /** Removes a member who is no longer connected through `replica`. */
  remove(replica: string, userId: string): void {
    this.#sources.get(replica)?.members.delete(userId);
    this.#dropIfEmpty(replica);
  }

  /** `guests` has as many of the guests as the replica names. */
  setGuests(replica: string, guestCount: number, guests: readonly GuestEntry[] = []): void {
    const source = this.#source(replica);
    source.guestCount = guestCount;
    source.guests = guests;
    this.#dropIfEmpty(replica);
  }

  /** Ids of the members that `replica` has reported. */
  idsOf(replica: string): string[] {
    return [...(this.#sources.get(replica)?.members.keys() ?? [])];
  }

  /** The member as `replica` reported them. */
  findAt(replica: string, userId: string): PresenceEntry | undefined {
    return this.#sources.get(replica)?.members.get(userId);
  }

  /** The member as reported by the first replica through which they are connected. */
  find(userId: string): PresenceEntry | undefined {
    for (const { members } of this.#sources.values()) {
      const entry = members.get(userId);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  memberIds(): Set<string> {
    const ids = new Set<string>();
    for (const { members } of this.#sources.values()) for (const id of members.keys()) ids.add(id);
    return ids;
  }

  get guestCount(): number {
    let count = 0;
    for (const source of this.#sources.values()) count += source.guestCount;
    return count;
  }

  /** The named guests, each once. */
  guests(): GuestEntry[] {
    const all = [...this.#sources.values()].flatMap(({ guests }) => guests);
    return [...new Map(all.map((guest) => [guest.guestId, guest])).values()];
  }

  get isEmpty(): boolean {
    return this.#sources.size === 0;
  }

  #source(replica: string): Source {
    let source = this.#sources.get(replica);
    if (source === undefined) {
      source = { members: new Map(), guestCount: 0, guests: [] };
      this.#sources.set(replica, source);
    }
    return source;
  }

  #dropIfEmpty(replica: string): void {
    const source = this.#sources.get(replica);
    if (source?.members.size === 0 && source.guestCount === 0) this.#sources.delete(replica);
  }
}

/** Smallest change of skew that is reported to others, in milliseconds: one frame of a film at 50 frames per second. */
const SKEW_STEP_MS = 20;

function looksEqual(a: PresenceEntry, b: PresenceEntry): boolean {
  if (a.state !== b.state || a.username !== b.username || a.displayName !== b.displayName) return false;
  if (a.liveDelayMs !== b.liveDelayMs) return false;
  if (a.skewMs === undefined || b.skewMs === undefined) return a.skewMs === b.skewMs;
  return Math.abs(a.skewMs - b.skewMs) < SKEW_STEP_MS;
}

/** The state of a newcomer whose player has not reported yet. */
export const initialState = PresenceState.IDLE;
