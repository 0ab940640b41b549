import { type RoomMember, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Outcome } from '../../../kernel/gather.ts';
import { batchedRead } from '../../../store/batched-read.ts';
import type { Database } from '../../../store/database.ts';
import { makeTurns } from '../../../store/turns.ts';
import type { Members } from '../../members/members.port.ts';
import { roomErrors } from '../rooms.errors.ts';
import type { RoomCare, RoomView } from '../rooms.port.ts';
import { listViewed, type RoomTables, type Viewing } from '../rooms.store.ts';

interface ComingInParts {
  readonly db: Database;
  readonly members: Pick<Members, 'get'>;
}

/** Lets people in whom nothing keeps out. Those who come while others are being let in share the next transaction. [RO11] */
export function makeComingIn(
  { db, members }: ComingInParts,
  care: Pick<RoomCare, 'admitAll'>,
): (roomId: string, userId: string) => Promise<RoomMember> {
  const enter = makeTurns<string, RoomMember | undefined>({
    db,
    async applyAll(tx, roomId, userIds) {
      const ids = [...new Set(userIds)];
      const outcomes = await care.admitAll(tx, roomId, ids, RoomRole.MEMBER);
      const byId = new Map<string, Outcome<RoomMember | undefined>>(ids.map((id, place) => [id, outcomes[place]!]));
      return userIds.map((id) => byId.get(id)!);
    },
  });
  return async (roomId, userId) => (await enter(roomId, userId)) ?? members.get(roomId, userId);
}

/** Reads a room as somebody outside sees it. All who look at the same time share a statement. @throws AppError `rooms.not_found`. */
export function makeLooking(db: Database): (viewing: Viewing) => Promise<RoomView> {
  const nameOf = ({ roomId, viewerId }: Viewing) => `${viewerId} ${roomId}`;
  const find = batchedRead(nameOf, async (viewings: readonly Viewing[]) => {
    const rows = await listViewed(db.query<RoomTables>(), viewings);
    return new Map(rows.map((row) => [nameOf(row), row]));
  });
  return async (viewing) => {
    const row = await find(viewing);
    if (!row) throw roomErrors.not_found();
    return row;
  };
}
