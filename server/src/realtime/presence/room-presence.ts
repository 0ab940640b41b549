import { create } from '@bufbuild/protobuf';
import {
  type OnlineMembers,
  OnlineMembersSchema,
  PresenceState,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { RoomPrincipal } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { PlayerReport } from '../signals.ts';
import { fromRow, type PresenceMessage, toRow } from './presence-message.ts';
import { type GuestEntry, initialState, type PresenceEntry, PresenceTable } from './presence-table.ts';

/** Maximum number of members named in one message. */
const MAX_NAMED = 100;

/**
 * A player reports every 5 s while it plays (contract, `PlaybackReport`). After this time without a report, in
 * milliseconds, its connection counts as lost.
 */
const LOST_AFTER_MS = 12_000;

/** The facts about a session that presence needs. */
export interface Attendee {
  readonly principal: RoomPrincipal;
  readonly principalId: string;
}

/** Receives changes of a room's presence. */
export interface PresenceOutlet {
  /** Sessions of the room in this process. */
  sessionCount(): number;
  /** Sends to the observers in this process. */
  show(online: OnlineMembers): void;
  /** Sends to the other replicas. */
  tell(message: PresenceMessage): void;
}

/**
 * Presence of one room, as this replica knows it. Changes are collected for 1 ms per session, but at least 100 ms and
 * at most 2 s, and sent together: the larger the room, the rarer the frames. So the number of frames in a full room
 * grows with its size, not with the square of it. [RT17]
 */
export class RoomPresence {
  readonly roomId: string;
  readonly #replica: string;
  readonly #clock: Clock;
  readonly #outlet: PresenceOutlet;
  readonly #table = new PresenceTable();
  /** Number of connections of each member and guest in this process. */
  readonly #connections = new Map<string, number>();
  /** Time of the last report of each member with a playing player. */
  readonly #reportedAtMs = new Map<string, number>();
  /** Names of the guests in this process, by id. */
  readonly #guests = new Map<string, string>();
  #areGuestsNew = false;
  readonly #toShow = new Set<string>();
  readonly #toTell = new Set<string>();
  #cancelFlush: (() => void) | undefined;

  constructor(roomId: string, replica: string, clock: Clock, outlet: PresenceOutlet) {
    this.roomId = roomId;
    this.#replica = replica;
    this.#clock = clock;
    this.#outlet = outlet;
  }

  get isEmpty(): boolean {
    return this.#table.isEmpty && this.#cancelFlush === undefined;
  }

  /** True while a person is connected to this process. */
  get isLocal(): boolean {
    return this.#connections.size > 0;
  }

  online(): { memberIds: Set<string>; guestCount: number } {
    return { memberIds: this.#table.memberIds(), guestCount: this.#table.guestCount };
  }

  /** Number of members and guests online. */
  get count(): number {
    return this.#table.memberIds().size + this.#table.guestCount;
  }

  join({ principal, principalId }: Attendee): void {
    const connections = (this.#connections.get(principalId) ?? 0) + 1;
    this.#connections.set(principalId, connections);
    if (connections > 1) return;
    if (principal.kind === 'guest') {
      this.#guests.set(principalId, principal.username);
      this.#guestsChanged();
      return;
    }
    const { username, displayName } = principal;
    const entry = { userId: principalId, username, displayName, state: initialState, skewMs: undefined };
    if (this.#table.put(this.#replica, entry)) this.#toShow.add(principalId);
    this.#toTell.add(principalId);
    this.#schedule();
  }

  leave({ principal, principalId }: Attendee): void {
    const connections = this.#connections.get(principalId);
    if (connections === undefined) return;
    if (connections > 1) {
      this.#connections.set(principalId, connections - 1);
      return;
    }
    this.#connections.delete(principalId);
    this.#reportedAtMs.delete(principalId);
    if (principal.kind === 'guest') {
      this.#guests.delete(principalId);
      this.#guestsChanged();
      return;
    }
    this.#table.remove(this.#replica, principalId);
    this.#toShow.add(principalId);
    this.#toTell.add(principalId);
    this.#schedule();
  }

  /** Applies the current names of a member. [DN5] */
  rename({ principal, principalId }: Attendee): void {
    const entry = this.#table.findAt(this.#replica, principalId);
    if (entry === undefined || principal.kind === 'guest') return;
    this.#change({ ...entry, username: principal.username, displayName: principal.displayName });
  }

  /** Applies a report of a member's player. Guests are only counted, so their reports are not shown. */
  report(userId: string, { state, skewMs, liveDelayMs }: PlayerReport): void {
    const entry = this.#table.findAt(this.#replica, userId);
    if (entry === undefined) return;
    if (state === PresenceState.PLAYING || state === PresenceState.BUFFERING)
      this.#reportedAtMs.set(userId, this.#clock.nowMs());
    else this.#reportedAtMs.delete(userId);
    this.#change({ ...entry, state: state || entry.state, skewMs, liveDelayMs });
  }

  /** Marks members whose players were playing and have stopped reporting. Call this every few seconds. [RT32] */
  markLost(): void {
    const nowMs = this.#clock.nowMs();
    for (const [userId, reportedAtMs] of this.#reportedAtMs) {
      if (nowMs - reportedAtMs < LOST_AFTER_MS) continue;
      this.#reportedAtMs.delete(userId);
      const entry = this.#table.findAt(this.#replica, userId);
      if (entry) this.#change({ ...entry, state: PresenceState.LOST, skewMs: undefined, liveDelayMs: undefined });
    }
  }

  /** Applies a message of another replica. */
  merge(replica: string, message: PresenceMessage): void {
    const gone = new Set(message.goneIds);
    if (message.kind === 'full') for (const id of this.#table.idsOf(replica)) gone.add(id);
    for (const row of message.members) {
      const entry = fromRow(row);
      gone.delete(entry.userId);
      if (this.#table.put(replica, entry)) this.#toShow.add(entry.userId);
    }
    for (const userId of gone) {
      this.#table.remove(replica, userId);
      this.#toShow.add(userId);
    }
    const before = this.#table.guestCount;
    const guests = (message.guests ?? []).map(([guestId, name]) => ({ guestId, name }));
    this.#table.setGuests(replica, message.guestCount, guests);
    if (this.#toShow.size > 0 || this.#table.guestCount !== before) this.#schedule();
  }

  /** Removes everybody who was connected through a replica that is gone. */
  forget(replica: string): void {
    this.merge(replica, { kind: 'full', roomId: this.roomId, members: [], goneIds: [], guestCount: 0 });
  }

  /** Everybody who is connected to the room through this process. */
  summary(): PresenceMessage {
    const members = this.#table.idsOf(this.#replica).flatMap((id) => this.#rowsOf(id));
    return { kind: 'full', roomId: this.roomId, members, goneIds: [], ...this.#guestsToTell() };
  }

  /** Members who are online, each once. */
  members(): PresenceEntry[] {
    return [...this.#table.memberIds()].flatMap((id) => this.#table.find(id) ?? []);
  }

  /** Guests who are online, each once; at most `MAX_NAMED` of each replica. */
  guests(): GuestEntry[] {
    return this.#table.guests();
  }

  /** The presence that a newcomer receives: the counts, and as many members as fit. */
  snapshot(): OnlineMembers {
    return this.#describe([...this.#table.memberIds()]);
  }

  close(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
  }

  /** Stores a change of a member of this process, and schedules sending it. */
  #change(entry: PresenceEntry): void {
    if (!this.#table.put(this.#replica, entry)) return;
    this.#toShow.add(entry.userId);
    this.#toTell.add(entry.userId);
    this.#schedule();
  }

  #guestsChanged(): void {
    const named = [...this.#guests].slice(0, MAX_NAMED).map(([guestId, name]) => ({ guestId, name }));
    this.#table.setGuests(this.#replica, this.#guests.size, named);
    this.#areGuestsNew = true;
    this.#schedule();
  }

  #guestsToTell(): Pick<PresenceMessage, 'guestCount' | 'guests'> {
    return { guestCount: this.#guests.size, guests: [...this.#guests].slice(0, MAX_NAMED) };
  }

  #schedule(): void {
    if (this.#cancelFlush !== undefined) return;
    const changedAtMs = this.#clock.nowMs();
    const wait = (): void => {
      // Computed again after each wait: if the room fills up meanwhile, changes are collected for longer.
      const leftMs = changedAtMs + Math.min(2_000, Math.max(100, this.#outlet.sessionCount())) - this.#clock.nowMs();
      if (leftMs > 0) this.#cancelFlush = this.#clock.after(leftMs, wait);
      else this.#flush();
    };
    wait();
  }

  #flush(): void {
    this.#cancelFlush = undefined;
    this.#outlet.show(this.#describe([...this.#toShow]));
    this.#toShow.clear();
    if (this.#toTell.size === 0 && !this.#areGuestsNew) return;
    this.#areGuestsNew = false;
    const told = [...this.#toTell];
    this.#toTell.clear();
    const members = told.flatMap((id) => this.#rowsOf(id));
    const goneIds = told.filter((id) => !this.#connections.has(id));
    const { roomId } = this;
    this.#outlet.tell({ kind: 'delta', roomId, members, goneIds, ...this.#guestsToTell() });
  }

  #rowsOf(userId: string) {
    const entry = this.#table.findAt(this.#replica, userId);
    return entry === undefined ? [] : [toRow(entry)];
  }

  #describe(userIds: readonly string[]): OnlineMembers {
    const entries = userIds.flatMap((id) => this.#table.find(id) ?? []);
    const gone = userIds.filter((id) => this.#table.find(id) === undefined);
    const changed = entries.slice(0, MAX_NAMED).map(({ skewMs, liveDelayMs, ...e }) => ({
      ...e,
      ...(skewMs !== undefined && { skewMs }),
      ...(liveDelayMs !== undefined && { liveDelayMs }),
    }));
    return create(OnlineMembersSchema, {
      memberCount: this.#table.memberIds().size,
      guestCount: this.#table.guestCount,
      changed,
      goneIds: gone.slice(0, MAX_NAMED),
      complete: entries.length <= MAX_NAMED && gone.length <= MAX_NAMED,
    });
  }
}
