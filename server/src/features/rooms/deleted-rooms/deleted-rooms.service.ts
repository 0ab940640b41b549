import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  DeletedRoomSchema,
  ListDeletedRoomsRequest,
} from '@matinee/contract/gen/service/client/deleted_rooms_pb.ts';
import type { AdminPrincipal, Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { restorableMs } from '../closure/closure.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import { deletedRoomErrors } from './deleted-rooms.errors.ts';
import * as store from './deleted-rooms.store.ts';

export interface DeletedRoomParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly rooms: Pick<RoomCare, 'requireFreePlace' | 'restore' | 'endRestoring'>;
  /** Called when a room is due to be erased. */
  readonly onExpired: () => void;
}

/** Lists and restores deleted rooms: for their creators, and for administrators. */
export function makeDeletedRooms(parts: DeletedRoomParts) {
  const { db, clock, audit, rooms, onExpired } = parts;
  const oldest = () => dateOf(clock.nowMs() - restorableMs);

  async function list({ search, page, pageSize }: ListDeletedRoomsRequest, deletedBy: string | undefined) {
    const filter = { search, deletedBy, after: oldest() };
    const { rows, total } = await store.listDeleted(db.query<store.DeletedRoomTables>(), filter, {
      ...pageOf({ page, pageSize }),
    });
    return { rooms: rows.map(toDeletedRoom), total };
  }

  /** @throws AppError `deleted_rooms.not_found`. */
  async function find(tx: Tx, roomId: string, lock: 'lock' | 'look'): Promise<store.DeletedRoom> {
    const row = await store.findDeleted(tx.query(), roomId, lock);
    if (!row || row.deleted_at <= oldest()) throw deletedRoomErrors.not_found();
    return row;
  }

  /** Locks the account before the room, in the same order as the creation of rooms. [DR3] */
  async function restore(tx: Tx, roomId: string, may: (row: store.DeletedRoom) => boolean): Promise<store.DeletedRoom> {
    const seen = await find(tx, roomId, 'look');
    if (!may(seen)) throw deletedRoomErrors.not_found();
    await rooms.requireFreePlace(tx, seen.creator_id);
    const row = await find(tx, roomId, 'lock');
    await rooms.restore(tx, roomId);
    return row;
  }

  return {
    /** [DR2] */
    listOwn: (request: ListDeletedRoomsRequest, { userId }: UserPrincipal) => list(request, userId),
    /** [DR4] */
    listAll: (request: ListDeletedRoomsRequest) => list(request, undefined),
    /** [DR2] [DR3] */
    restoreOwn: (roomId: string, { userId }: UserPrincipal) =>
      db.write(async (tx) => {
        await restore(tx, roomId, (row) => row.creator_id === userId && !row.deleted_by_administrator);
        return {};
      }),
    /** [DR3] [DR4] */
    restoreAny: (roomId: string, call: Call<AdminPrincipal>) =>
      db.write(async (tx) => {
        const { name } = await restore(tx, roomId, () => true);
        await audit.record(tx, call, { action: 'room.restored', target: roomId, details: { name } });
        return {};
      }),
    /** [DR4] */
    erase: (roomId: string, call: Call<AdminPrincipal>) =>
      db.write(async (tx) => {
        const { name } = await find(tx, roomId, 'lock');
        await rooms.endRestoring(tx, roomId, oldest());
        await audit.record(tx, call, { action: 'room.erased', target: roomId, details: { name } });
        tx.afterCommit(onExpired);
        return {};
      }),
  };
}

function toDeletedRoom(row: store.DeletedRoomRow): MessageInitShape<typeof DeletedRoomSchema> {
  return {
    id: row.id,
    name: row.name,
    creatorId: row.creator_id,
    creatorUsername: row.creator_username,
    memberCount: row.member_count,
    createdAt: timestampFromDate(row.created_at),
    deletedAt: timestampFromDate(row.deleted_at),
    restorableUntil: timestampFromDate(dateOf(row.deleted_at.getTime() + restorableMs)),
    deletedByAdministrator: row.deleted_by_administrator,
    ...pictureField('cover', row.cover),
  };
}
