import { type RoomMember, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Outcome } from '../../../../kernel/batcher.ts';
import { batchedRead } from '../../../../store/batched-read.ts';
import { batchedWrite } from '../../../../store/batched-write.ts';
import type { Database } from '../../../../store/database.ts';
import type { Members } from '../../members/members.port.ts';
import { lockRoom, type RoomViewing } from '../room-views.ts';
import { roomErrors } from '../rooms.errors.ts';
import type { RoomCare, RoomView } from '../rooms.port.ts';
import { listViewed, type RoomTables, type Viewing } from '../rooms.store.ts';
import { refusalsOf } from './refusals.ts';

interface BatchedJoinParts extends RoomViewing {
  readonly db: Database;
  readonly members: Pick<Members, 'get'>;
}

/** A user who was allowed to join when the server read the room for them. */
interface JoiningUser {
  readonly seen: RoomView;
  readonly userId: string;
}

/** Makes users members. Users who arrive during a transaction share the next one. [RO11] [RO23] */
export function makeBatchedJoin(
  parts: BatchedJoinParts,
  care: Pick<RoomCare, 'joinAll'>,
): (seen: RoomView, userId: string) => Promise<RoomMember> {
  const join = batchedWrite<JoiningUser, RoomMember | undefined>({
    db: parts.db,
    async applyAll(tx, roomId, joining) {
      const now = await lockRoom(tx, roomId);
      const refusalOf = refusalsOf(now, parts);
      const refusals = joining.map(({ seen }) => refusalOf(seen));
      const ids = [...new Set(joining.flatMap(({ userId }, place) => (refusals[place] ? [] : [userId])))];
      const outcomes = ids.length === 0 ? [] : await care.joinAll(tx, roomId, ids, RoomRole.MEMBER);
      const byId = new Map<string, Outcome<RoomMember | undefined>>(ids.map((id, place) => [id, outcomes[place]!]));
      return joining.map(({ userId }, place) => {
        const error = refusals[place];
        return error ? { error } : byId.get(userId)!;
      });
    },
  });
  return async (seen, userId) => (await join(seen.id, { seen, userId })) ?? parts.members.get(seen.id, userId);
}

/** Reads a room as a non-member sees it. Concurrent calls share a statement. @throws AppError `rooms.not_found`. */
export function makeRoomReader(db: Database): (viewing: Viewing) => Promise<RoomView> {
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
