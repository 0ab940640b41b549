import type { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { PresenceEntry } from './presence-table.ts';

/** Bus channel of presence, one for all rooms: a replica has to know who is online also in rooms to which nobody is connected here. */
export const PRESENCE_CHANNEL = 'realtime.presence';

type Row = [userId: string, username: string, state: PresenceState, skewMs: number | null];

/**
 * What replicas tell each other. `full` names everybody who is connected to the room through the sender, `delta` those who
 * changed, `hello` asks for `full` of every room.
 */
export type PresenceMessage =
  | { readonly kind: 'hello'; readonly replica: string }
  | {
      readonly kind: 'full' | 'delta';
      readonly replica: string;
      readonly roomId: string;
      readonly members: readonly Row[];
      readonly goneIds: readonly string[];
      readonly guestCount: number;
    };

/** Packs an entry for the bus. */
export function toRow({ userId, username, state, skewMs }: PresenceEntry): Row {
  return [userId, username, state, skewMs ?? null];
}

/** The opposite of `toRow`. */
export function fromRow([userId, username, state, skewMs]: Row): PresenceEntry {
  return { userId, username, state, skewMs: skewMs ?? undefined };
}
