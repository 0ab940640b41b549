import type { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { PresenceEntry } from './presence-table.ts';

type Row = [
  userId: string,
  username: string,
  state: PresenceState,
  skewMs: number | null,
  displayName: string,
  liveDelayMs?: number | undefined,
];

/**
 * The presence of a room as replicas send it to each other, including rooms without a connection at the receiver.
 * `full` names all members who are connected through the sender, `delta` only the changed ones.
 */
export interface PresenceMessage {
  readonly kind: 'full' | 'delta';
  readonly roomId: string;
  readonly members: readonly Row[];
  readonly goneIds: readonly string[];
  readonly guestCount: number;
  /** Ids and names of guests, at most `MAX_NAMED`. Absent: the sender is of an earlier version. */
  readonly guests?: readonly (readonly [guestId: string, name: string])[];
}

/** Packs an entry for the bus. */
export function toRow({ userId, username, displayName, state, skewMs, liveDelayMs }: PresenceEntry): Row {
  const row = [userId, username, state, skewMs ?? null, displayName] as const;
  return liveDelayMs === undefined ? [...row] : [...row, liveDelayMs];
}

/** The opposite of `toRow`. A replica of an earlier version sends no display name. */
export function fromRow([userId, username, state, skewMs, displayName = username, liveDelayMs]: Row): PresenceEntry {
  return { userId, username, displayName, state, skewMs: skewMs ?? undefined, liveDelayMs };
}
