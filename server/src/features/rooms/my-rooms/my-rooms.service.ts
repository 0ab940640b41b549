import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ListFavoriteRoomsRequest } from '@matinee/contract/gen/service/client/favorite_rooms_pb.ts';
import { type ListMyRoomsRequest, MyRoomSort } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import type { Online } from '../members/members.port.ts';
import type { PlayingRooms } from '../rooms/playing-rooms.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { RoomCards } from '../rooms/rooms.port.ts';
import { myRoomErrors } from './my-rooms.errors.ts';
import * as store from './my-rooms.store.ts';

/** Maximum number of favourites per account. [MY7] */
const maxFavorites = 1_000;

export interface MyRoomParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly online: Pick<Online, 'of'>;
  readonly cards: RoomCards;
  readonly playingRooms: Pick<PlayingRooms, 'started'>;
}

const orders: Record<MyRoomSort, store.MyRoomsOrder> = {
  [MyRoomSort.UNSPECIFIED]: 'activity',
  [MyRoomSort.ACTIVITY]: 'activity',
  [MyRoomSort.VISITED]: 'visited',
  [MyRoomSort.NAME]: 'name',
};

/** The rooms of a user, and their favourites. */
export function makeMyRooms({ db, clock, online, cards, playingRooms }: MyRoomParts) {
  const read = () => db.query<store.MyRoomTables>();
  return {
    /** [RO10] [MY5] [MY6] */
    async list({ page, pageSize, sort, ...filter }: ListMyRoomsRequest, principal: UserPrincipal) {
      const order = orders[sort];
      const rows = await store.listMyRooms(read(), principal.userId, filter, order, playingRooms);
      if (order === 'activity') sortByPeople(rows, (roomId) => online.of(roomId).memberIds.size);
      const { offset, limit } = pageOf({ page, pageSize });
      const shown = rows.slice(offset, offset + limit);
      const ids = shown.map((row) => row.room_id);
      const items = await cards.list(ids, principal, { withProgress: filter.startedOnly });
      const visits = new Map(shown.map((row) => [row.room_id, row]));
      return { rooms: items.map((item) => ({ ...item, ...visitOf(visits.get(item.room.id)) })), total: rows.length };
    },
    /** [MY3] */
    async listFavorites({ page, pageSize }: ListFavoriteRoomsRequest, principal: UserPrincipal) {
      const { rows, total } = await store.listFavorites(read(), principal.userId, pageOf({ page, pageSize }));
      const ids = rows.map((row) => row.room_id);
      return { rooms: await cards.list(ids, principal, {}), total };
    },
    /** [MY1] [MY7] */
    async favorite(roomId: string, { userId }: UserPrincipal) {
      await db.write(async (tx) => {
        const query = tx.query<store.MyRoomTables>();
        if ((await store.countFavorites(query, userId, roomId)) >= maxFavorites)
          throw myRoomErrors.too_many_favorites();
        if (!(await store.holdMembership(query, roomId, userId)))
          throw (await store.roomExists(query, roomId)) ? myRoomErrors.members_only() : roomErrors.not_found();
        await store.putFavorite(query, { room_id: roomId, user_id: userId, created_at: dateOf(clock.nowMs()) });
      });
      return {};
    },
    /** [MY1] */
    async unfavorite(roomId: string, { userId }: UserPrincipal) {
      await db.write((tx) => store.deleteFavorite(tx.query<store.MyRoomTables>(), roomId, userId));
      return {};
    },
  };
}

/** Fullest rooms come first; the others keep their order. [RO10] */
function sortByPeople(rows: store.MyRoomRow[], peopleIn: (roomId: string) => number): void {
  const people = new Map(rows.map((row) => [row.room_id, peopleIn(row.room_id)]));
  rows.sort((a, b) => people.get(b.room_id)! - people.get(a.room_id)!);
}

function visitOf(row: store.MyRoomRow | undefined) {
  if (!row?.visited_at) return {};
  return { visitedAt: timestampFromDate(row.visited_at), visitCount: row.visit_count ?? 0 };
}
