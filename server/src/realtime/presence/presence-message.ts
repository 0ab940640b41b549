import type { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { PresenceEntry } from './presence-table.ts';

/** Bus channel of presence, shared by all rooms: a replica must know who is online in rooms of which it has no session. */
export const PRESENCE_CHANNEL = 'realtime.presence';

type Row = [userId: string, username: string, state: PresenceState, skewMs: number | null];

/** What replicas tell each other. `full` names everybody whom the sender has in the room, `delta` what changed, `hello` asks for all. */
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
