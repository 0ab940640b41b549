import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { MyRoomRelation } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';
import type { PlayingRooms } from '../rooms/playing-rooms.ts';

/** Owns favourites and visits; reads the rooms that a user is a member of. */
export interface MyRoomTables extends Pick<Schema, 'room_favorites' | 'room_visits'> {
  rooms: Pick<Schema['rooms'], 'id' | 'name' | 'deleted_at'>;
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id' | 'role'>;
  users: Pick<Schema['users'], 'id'>;
}

type Db = Kysely<MyRoomTables>;

/** Locks a user's membership, so that it lasts until the transaction ends; false if there is none. */
export async function holdMembership(db: Db, roomId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('room_members')
    .select('room_id')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function roomExists(db: Db, roomId: string): Promise<boolean> {
  const rooms = db.selectFrom('rooms').select('id').where('id', '=', roomId).where('deleted_at', 'is', null);
  return (await rooms.executeTakeFirst()) !== undefined;
}

/**
 * Counts favourites other than `roomId`. Locks the account: of two concurrent additions, the second transaction counts
 * the first.
 */
export async function countFavorites(db: Db, userId: string, roomId: string): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('room_favorites')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('room_id', '!=', roomId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function putFavorite(db: Db, row: MyRoomTables['room_favorites']): Promise<void> {
  await db
    .insertInto('room_favorites')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteFavorite(db: Db, roomId: string, userId: string): Promise<void> {
  await db.deleteFrom('room_favorites').where('room_id', '=', roomId).where('user_id', '=', userId).execute();
}

/** Ids of rooms, most recently added favourite first. */
export function listFavorites(db: Db, userId: string, page: Page) {
  return readPage(
    db
      .selectFrom('room_favorites')
      .innerJoin('rooms', 'rooms.id', 'room_favorites.room_id')
      .select('room_id')
      .where('user_id', '=', userId)
      .where('rooms.deleted_at', 'is', null)
      .orderBy('room_favorites.created_at', 'desc')
      .orderBy('room_id'),
    page,
  );
}

/** A user who has connected to a room. */
export interface Visit {
  readonly roomId: string;
  readonly userId: string;
}

/**
 * Counts visits at `now`, except for users whose last counted visit was after `since`. Omits guests and others who are
 * not members.
 */
export async function countVisits(db: Db, visits: readonly Visit[], now: Date, since: Date): Promise<void> {
  await sql`
    insert into room_visits as v (room_id, user_id, visited_at, count)
    select m.room_id, m.user_id, ${now}, 1
    from unnest(${visits.map(({ roomId }) => roomId)}::text[], ${visits.map(({ userId }) => userId)}::text[]) e (room_id, user_id)
    join room_members m on m.room_id = e.room_id and m.user_id = e.user_id
    order by m.room_id, m.user_id for key share of m
    on conflict (room_id, user_id) do update set visited_at = ${now}, count = v.count + 1 where v.visited_at <= ${since}`.execute(
    db,
  );
}

export interface MyRoomsFilter {
  readonly relation: MyRoomRelation;
  readonly search: string;
  readonly startedOnly: boolean;
}

/** A room of a user, with the time of the user's last visit. */
export interface MyRoomRow {
  room_id: string;
  visited_at: Date | null;
  visit_count: number | null;
}

/** The sort order of `listMyRooms`. Rooms that were never visited come last, the newest first. */
export type MyRoomsOrder = 'activity' | 'visited' | 'name';

const orders = {
  /** The last visit of any member. */
  activity: sql`(select max(a.visited_at) from room_visits a where a.room_id = m.room_id) desc nulls last`,
  visited: sql`v.visited_at desc nulls last`,
  name: sql`rooms.name collate natural_order`,
};

const roles: Partial<Record<MyRoomRelation, number>> = {
  [MyRoomRelation.CREATED]: RoomRole.CREATOR,
  [MyRoomRelation.ADMIN]: RoomRole.ADMIN,
  [MyRoomRelation.MEMBER]: RoomRole.MEMBER,
};

/** All rooms of a user that match the filter. `started`: only rooms that have an item. */
export function listMyRooms(
  db: Db,
  userId: string,
  filter: MyRoomsFilter,
  order: MyRoomsOrder,
  { started }: Pick<PlayingRooms, 'started'>,
): Promise<MyRoomRow[]> {
  const role = roles[filter.relation];
  return db
    .selectFrom('room_members as m')
    .innerJoin('rooms', 'rooms.id', 'm.room_id')
    .leftJoin('room_visits as v', (join) =>
      join.onRef('v.room_id', '=', 'm.room_id').onRef('v.user_id', '=', 'm.user_id'),
    )
    .select(['m.room_id', 'v.visited_at', 'v.count as visit_count'])
    .where('m.user_id', '=', userId)
    .where('rooms.deleted_at', 'is', null)
    .$if(role !== undefined, (q) => q.where('m.role', '=', role!))
    .$if(filter.relation === MyRoomRelation.FAVORITE, (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('room_favorites as f')
            .select('f.room_id')
            .whereRef('f.room_id', '=', 'm.room_id')
            .whereRef('f.user_id', '=', 'm.user_id'),
        ),
      ),
    )
    .$if(filter.search !== '', (q) => q.where('rooms.name', 'ilike', containsPattern(filter.search)))
    .$if(filter.startedOnly, (q) => q.where('m.room_id', 'in', sql<string>`(${started})`))
    .orderBy(orders[order])
    .orderBy('m.room_id', 'desc')
    .execute();
}
