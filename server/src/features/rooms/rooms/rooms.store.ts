import type { JsonValue } from '@bufbuild/protobuf';
import { RoomStatus, type RoomVisibility } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { type Compilable, type Kysely, type Selectable, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Tx } from '../../../store/database.ts';
import { closeGate } from '../../../store/gate.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns rooms; reads their creators, members, categories and labels. */
export interface RoomTables {
  rooms: Narrowed<Schema['rooms'], { settings: JsonValue }>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'username_key' | 'banned' | 'deleted_at'>;
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id' | 'role'>;
  room_favorites: Pick<Schema['room_favorites'], 'room_id' | 'user_id'>;
}

export type RoomRow = Omit<
  Selectable<RoomTables['rooms']>,
  'status_before_ban' | 'deleted_at' | 'deleted_by_administrator'
>;

type Db = Kysely<RoomTables>;

/** A room with values from other tables that clients see. */
export type RoomView = RoomRow & {
  creator_username: string;
  creator_display_name: string;
  creator_inactive: boolean;
  member_count: number;
  joined: boolean;
  /** True if it is one of the viewer's favourites. */
  favorited: boolean;
  category_id: string | null;
  label_ids: string[];
};

/** True for a creator who is banned or deleted. */
const inactive = sql<boolean>`(creator.banned or creator.deleted_at is not null)`;

function views(db: Db, viewerId: string) {
  return db
    .selectFrom('rooms')
    .innerJoin('users as creator', 'creator.id', 'rooms.creator_id')
    .selectAll('rooms')
    .select(['creator.username as creator_username', 'creator.display_name as creator_display_name'])
    .select(inactive.as('creator_inactive'))
    .select((e) => [
      e
        .selectFrom('room_members')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('room_id', '=', 'rooms.id')
        .as('member_count'),
      e
        .exists(
          e
            .selectFrom('room_members')
            .select('user_id')
            .whereRef('room_id', '=', 'rooms.id')
            .where('user_id', '=', viewerId),
        )
        .as('joined'),
      e
        .exists(
          e
            .selectFrom('room_favorites')
            .select('user_id')
            .whereRef('room_id', '=', 'rooms.id')
            .where('user_id', '=', viewerId),
        )
        .as('favorited'),
      sql`(select category_id from room_category_links where room_id = rooms.id)`.as('category_id'),
      sql`array(select label_id from room_label_links where room_id = rooms.id order by place)`.as('label_ids'),
    ])
    .where('rooms.deleted_at', 'is', null)
    .$castTo<RoomView>();
}

export function findRoom(db: Db, roomId: string, viewerId = ''): Promise<RoomView | undefined> {
  return views(db, viewerId).where('rooms.id', '=', roomId).executeTakeFirst();
}

/** A room and its viewer. */
export interface Viewing {
  readonly roomId: string;
  readonly viewerId: string;
}

/** The existing rooms, each as its viewer sees it. A room is read once for all its viewers. */
export async function listViewed(db: Db, viewings: readonly Viewing[]): Promise<(RoomView & Viewing)[]> {
  const [roomIds, viewerIds] = [viewings.map(({ roomId }) => roomId), viewings.map(({ viewerId }) => viewerId)];
  const [rooms, { rows }] = await Promise.all([
    listByIds(db, '', [...new Set(roomIds)]),
    sql<Viewing & Pick<RoomView, 'joined' | 'favorited'>>`
      select k.room_id as "roomId", k.viewer_id as "viewerId",
        exists (select from room_members where room_id = k.room_id and user_id = k.viewer_id) as joined,
        exists (select from room_favorites where room_id = k.room_id and user_id = k.viewer_id) as favorited
      from unnest(${keyList(roomIds)}, ${keyList(viewerIds)}) as k (room_id, viewer_id)`.execute(db),
  ]);
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return rows.flatMap((viewer) => {
    const room = byId.get(viewer.roomId);
    return room ? [{ ...room, ...viewer }] : [];
  });
}

export function findSettings(db: Db, roomId: string): Promise<{ settings: JsonValue } | undefined> {
  return db
    .selectFrom('rooms')
    .select('settings')
    .where('id', '=', roomId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The users among `userIds` whose accounts are neither banned nor deleted. */
export async function listActive(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds})`)
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Keeps other transactions from changing the room, its members, bans, invitations and requests until this one ends.
 * They may still add rows that refer to the room. Undefined if the room is gone.
 */
export function lockRoom(db: Db, roomId: string): Promise<RoomRow | undefined> {
  return db
    .selectFrom('rooms')
    .selectAll()
    .where('id', '=', roomId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertRoom(
  db: Db,
  row: Omit<RoomRow, 'settings_version' | 'guest_version' | 'cover'>,
): Promise<void> {
  await db
    .insertInto('rooms')
    .values({ ...row, settings: JSON.stringify(row.settings) })
    .execute();
}

/** Locks the creator's account: of two concurrent creations, the second transaction counts the first. */
export async function countRoomsOf(db: Db, userId: string): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('rooms')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('creator_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** An administrator's filter for rooms. An empty text or 0 means any. */
export interface RoomFilter {
  readonly search: string;
  readonly status: number;
  readonly visibility: number;
  readonly creatorId: string;
  /** Only these rooms; undefined: any. */
  readonly only: readonly string[] | undefined;
  /** Only rooms whose creator is banned or deleted. */
  readonly isOwnerless: boolean;
}

const orders = {
  newest: sql`rooms.created_at desc`,
  oldest: sql`rooms.created_at asc`,
  name: sql`lower(rooms.name) asc`,
  members: sql`member_count desc`,
};
export type RoomOrder = keyof typeof orders;

/** Rooms of any status and visibility. */
export function listAllRooms(db: Db, filter: RoomFilter, page: { order: RoomOrder } & Page) {
  const pattern = containsPattern(filter.search);
  const filtered = views(db, '')
    .$if(filter.search !== '', (q) =>
      q.where((e) =>
        e.or([
          e('rooms.id', '=', filter.search),
          e('rooms.name', 'ilike', pattern),
          e('rooms.description', 'ilike', pattern),
          e('creator.username', 'ilike', pattern),
          e('creator.display_name', 'ilike', pattern),
        ]),
      ),
    )
    .$if(filter.status !== 0, (q) => q.where('rooms.status', '=', filter.status))
    .$if(filter.visibility !== 0, (q) => q.where('rooms.visibility', '=', filter.visibility))
    .$if(filter.creatorId !== '', (q) => q.where('rooms.creator_id', '=', filter.creatorId))
    .$if(filter.only !== undefined, (q) => q.where('rooms.id', '=', sql<string>`any(${filter.only})`))
    .$if(filter.isOwnerless, (q) => q.where(inactive));
  return readPage(filtered.orderBy(orders[page.order]).orderBy('rooms.id', 'desc'), page);
}

/** Rooms that a user is a member of, with their role there, newest first. */
export function listMemberships(db: Db, userId: string, page: Page) {
  const filtered = views(db, userId)
    .innerJoin('room_members as m', (join) => join.onRef('m.room_id', '=', 'rooms.id').on('m.user_id', '=', userId))
    .select('m.role as viewer_role');
  return readPage(
    filtered.orderBy('rooms.created_at', 'desc').orderBy('rooms.id').$castTo<RoomView & { viewer_role: number }>(),
    page,
  );
}

/** Includes deleted rooms. */
export async function listIdsOf(db: Db, creatorId: string): Promise<string[]> {
  const rows = await db.selectFrom('rooms').select('id').where('creator_id', '=', creatorId).execute();
  return rows.map(({ id }) => id);
}

/** False if the room is already banned. */
export async function banRoom(db: Db, roomId: string): Promise<boolean> {
  const result = await db
    .updateTable('rooms')
    .set((e) => ({ status: RoomStatus.BANNED, status_before_ban: e.ref('status') }))
    .where('id', '=', roomId)
    .where('status', '!=', RoomStatus.BANNED)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** False if the room is not banned. */
export async function unbanRoom(db: Db, roomId: string): Promise<boolean> {
  const result = await db
    .updateTable('rooms')
    .set({ status: sql`coalesce(status_before_ban, ${RoomStatus.ACTIVE})`, status_before_ban: null })
    .where('id', '=', roomId)
    .where('status', '=', RoomStatus.BANNED)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** False if the room already has this status. A banned room gets it when its ban is lifted. */
export async function updateStatus(
  db: Db,
  roomId: string,
  status: RoomStatus.ACTIVE | RoomStatus.CLOSED,
): Promise<boolean> {
  const isBanned = sql<boolean>`status = ${RoomStatus.BANNED}`;
  const result = await db
    .updateTable('rooms')
    .set((e) => ({
      status: sql`case when ${isBanned} then status else ${status} end`,
      status_before_ban: sql`case when ${isBanned} then ${status}::smallint end`,
      settings_version: e('settings_version', '+', 1),
    }))
    .where('id', '=', roomId)
    .where(sql<boolean>`case when ${isBanned} then status_before_ban else status end <> ${status}`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** SQL for the name of a room, for statements of features that do not depend on rooms. */
export function nameOfRoom(roomId: string) {
  return sql<string>`(select name from rooms where rooms.id = ${roomId})`;
}

/** Null removes the password. All guest tokens issued so far become void. */
export async function updatePassword(db: Db, roomId: string, record: string | null): Promise<void> {
  await db
    .updateTable('rooms')
    .set((e) => ({
      password_record: record,
      guest_version: e('guest_version', '+', 1),
      settings_version: e('settings_version', '+', 1),
    }))
    .where('id', '=', roomId)
    .execute();
}

/** The existing rooms among `ids`, in the order of `ids`. */
export async function listByIds(db: Db, viewerId: string, ids: readonly string[]): Promise<RoomView[]> {
  if (ids.length === 0) return [];
  const rows = await views(db, viewerId).where('rooms.id', '=', sql<string>`any(${ids})`).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function updateRoom(
  db: Db,
  roomId: string,
  change: { name?: string; description?: string; settings: JsonValue },
): Promise<void> {
  await db
    .updateTable('rooms')
    .set((e) => ({
      ...change,
      settings: JSON.stringify(change.settings),
      settings_version: e('settings_version', '+', 1),
    }))
    .where('id', '=', roomId)
    .execute();
}

export async function updateVisibility(db: Db, roomId: string, visibility: RoomVisibility): Promise<void> {
  await db
    .updateTable('rooms')
    .set((e) => ({ visibility, settings_version: e('settings_version', '+', 1) }))
    .where('id', '=', roomId)
    .execute();
}

export async function updateCreator(db: Db, roomId: string, creatorId: string): Promise<void> {
  await db
    .updateTable('rooms')
    .set((e) => ({ creator_id: creatorId, settings_version: e('settings_version', '+', 1) }))
    .where('id', '=', roomId)
    .execute();
}

export async function updateCover(db: Db, roomId: string, cover: string | null): Promise<void> {
  await db
    .updateTable('rooms')
    .set((e) => ({ cover, settings_version: e('settings_version', '+', 1) }))
    .where('id', '=', roomId)
    .execute();
}

/** For changes that are sent with the settings. */
export async function raiseSettingsVersion(db: Db, roomId: string): Promise<void> {
  await db
    .updateTable('rooms')
    .set((e) => ({ settings_version: e('settings_version', '+', 1) }))
    .where('id', '=', roomId)
    .execute();
}

/** Voids all guest tokens issued so far. */
export async function raiseGuestVersion(db: Db, roomId: string): Promise<void> {
  await db
    .updateTable('rooms')
    .set((e) => ({ guest_version: e('guest_version', '+', 1) }))
    .where('id', '=', roomId)
    .execute();
}

/** The statement that voids the guest tokens of all rooms that admit guests. */
export function voidingGuestTokens(tx: Tx): Compilable {
  return tx
    .query<RoomTables>()
    .updateTable('rooms')
    .set((e) => ({ guest_version: e('guest_version', '+', 1) }))
    .where(sql<boolean>`settings -> 'allowGuests' = 'true'`);
}

/** Waits for the transactions in the room's gate, and blocks new ones. Undefined if the room does not exist. */
export async function markDeleted(
  db: Db,
  roomId: string,
  deletion: { deleted_at: Date; deleted_by_administrator: boolean },
): Promise<Pick<RoomRow, 'creator_id'> | undefined> {
  await closeGate(db, roomId);
  return db
    .updateTable('rooms')
    .set(deletion)
    .where('id', '=', roomId)
    .where('deleted_at', 'is', null)
    .returning('creator_id')
    .executeTakeFirst();
}

/** Null restores the room. */
export async function changeDeletion(db: Db, roomId: string, deletedAt: Date | null): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ deleted_at: deletedAt, ...(deletedAt === null ? { deleted_by_administrator: false } : {}) })
    .where('id', '=', roomId)
    .execute();
}

/** Deletes the row, and by foreign keys everything in the room. */
export async function eraseRoom(db: Db, roomId: string): Promise<boolean> {
  await closeGate(db, roomId);
  const result = await db.deleteFrom('rooms').where('id', '=', roomId).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
