import type { JsonValue } from '@bufbuild/protobuf';
import type { Generated, Kysely } from 'kysely';
import { sql } from 'kysely';

export interface MemberRow {
  room_id: string;
  user_id: string;
  role: number;
  added_permissions: number[];
  removed_permissions: number[];
  joined_at: Date;
  version: number;
}

export interface MemberTables {
  room_members: Omit<MemberRow, 'added_permissions' | 'removed_permissions' | 'version'> & {
    added_permissions: Generated<number[]>;
    removed_permissions: Generated<number[]>;
    version: Generated<number>;
  };
  room_members_set_aside: MemberRow;
  room_kicks: { room_id: string; user_id: string; until: Date };
  rooms: {
    id: string;
    status: number;
    settings: JsonValue;
    guest_version: number;
    creator_id: string;
    password_record: string | null;
  };
  users: {
    id: string;
    username: string;
    username_key: string | null;
    banned: boolean;
    deleted_at: Date | null;
  };
}

type Db = Kysely<MemberTables>;

/** The room with the membership of one user, where there is one. Undefined when the room does not exist. */
export function findMembership(db: Db, roomId: string, userId: string) {
  return db
    .selectFrom('rooms')
    .innerJoin('users as creator', 'creator.id', 'rooms.creator_id')
    .leftJoin('room_members as m', (join) => join.onRef('m.room_id', '=', 'rooms.id').on('m.user_id', '=', userId))
    .leftJoin('users as viewer', 'viewer.id', 'm.user_id')
    .select([
      'rooms.status',
      'rooms.settings',
      'rooms.guest_version',
      'rooms.password_record',
      'm.role',
      'm.added_permissions',
      'm.removed_permissions',
      inactive('creator').as('creator_inactive'),
      inactive('viewer').as('viewer_inactive'),
    ])
    .where('rooms.id', '=', roomId)
    .executeTakeFirst();
}

/** True for an account that is banned or deleted. */
function inactive(alias: 'creator' | 'viewer') {
  return sql<boolean>`coalesce(${sql.ref(`${alias}.banned`)} or ${sql.ref(`${alias}.deleted_at`)} is not null, false)`;
}

function members(db: Db, roomId: string) {
  return db
    .selectFrom('room_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .innerJoin('rooms', 'rooms.id', 'm.room_id')
    .select([
      'm.room_id',
      'm.user_id',
      'm.role',
      'm.added_permissions',
      'm.removed_permissions',
      'm.joined_at',
      'm.version',
      'users.username',
      'rooms.settings',
    ])
    .where('m.room_id', '=', roomId);
}

export type ListedMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

export function findMember(db: Db, roomId: string, userId: string) {
  return members(db, roomId).where('m.user_id', '=', userId).executeTakeFirst();
}

/** Higher roles first, then by the time they joined. `search`: part of a username in the form in which they are compared. `only`: just these users. */
export async function listMembers(
  db: Db,
  roomId: string,
  page: { search: string; only?: readonly string[]; offset: number; limit: number },
) {
  const pattern = `%${page.search.replace(/[\\%_]/g, '\\$&')}%`;
  const filtered = members(db, roomId)
    .$if(page.search !== '', (q) => q.where('users.username_key', 'like', pattern))
    .$if(page.only !== undefined, (q) => q.where('m.user_id', '=', sql<string>`any(${page.only})`));
  const rows = await filtered
    .orderBy('m.role', 'desc')
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await filtered
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function countMembers(db: Db, roomId: string): Promise<number> {
  const { count } = await db
    .selectFrom('room_members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return count;
}

/** False when the user already is a member. */
export async function insertMember(
  db: Db,
  row: Pick<MemberRow, 'room_id' | 'user_id' | 'role' | 'joined_at'> & Partial<MemberRow>,
): Promise<boolean> {
  const result = await db
    .insertInto('room_members')
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function deleteMember(db: Db, roomId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('room_members')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function updateMember(
  db: Db,
  roomId: string,
  userId: string,
  change: Partial<Pick<MemberRow, 'role' | 'added_permissions' | 'removed_permissions'>>,
): Promise<void> {
  await db
    .updateTable('room_members')
    .set((e) => ({ ...change, version: e('version', '+', 1) }))
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .execute();
}

/** Takes somebody out of all rooms but their own and keeps what they were there. Gives the rooms with the members that they lost. */
export async function setAside(db: Db, userId: string, creatorRole: number): Promise<ListedMember[]> {
  const rows = await db.selectFrom('room_members').selectAll().where('user_id', '=', userId).execute();
  const left: ListedMember[] = [];
  for (const row of rows.filter(({ role }) => role < creatorRole)) {
    left.push((await findMember(db, row.room_id, userId))!);
    await deleteMember(db, row.room_id, userId);
    await db
      .insertInto('room_members_set_aside')
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute();
  }
  return left;
}

/** Takes out what was set aside for somebody. */
export function takeSetAside(db: Db, userId: string): Promise<MemberRow[]> {
  return db.deleteFrom('room_members_set_aside').where('user_id', '=', userId).returningAll().execute();
}

/** Locks a room, so that its members stay as many as they are; undefined when it is gone. */
export function lockRoomSettings(db: Db, roomId: string): Promise<{ settings: JsonValue } | undefined> {
  return db.selectFrom('rooms').select('settings').where('id', '=', roomId).forUpdate().executeTakeFirst();
}

export async function deleteMemberships(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('room_members').where('user_id', '=', userId).execute();
}

export async function putKick(db: Db, kick: MemberTables['room_kicks']): Promise<void> {
  await db
    .insertInto('room_kicks')
    .values(kick)
    .onConflict((c) => c.columns(['room_id', 'user_id']).doUpdateSet({ until: kick.until }))
    .execute();
}

export function findKick(db: Db, roomId: string, userId: string, now: Date) {
  return db
    .selectFrom('room_kicks')
    .select('until')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .executeTakeFirst();
}
