import type { JsonValue } from '@bufbuild/protobuf';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns memberships and kicks; reads the rooms and accounts that they connect, and visits. */
export interface MemberTables extends Pick<Schema, 'room_members' | 'room_members_set_aside' | 'room_kicks'> {
  rooms: Narrowed<
    Pick<Schema['rooms'], 'id' | 'status' | 'settings' | 'guest_version' | 'creator_id' | 'password_record'>,
    { settings: JsonValue }
  >;
  room_visits: Pick<Schema['room_visits'], 'room_id' | 'user_id' | 'visited_at'>;
  users: Pick<
    Schema['users'],
    'id' | 'username' | 'display_name' | 'username_key' | 'avatar' | 'banned' | 'deleted_at'
  >;
}

export type MemberRow = Selectable<Schema['room_members']>;

type Db = Kysely<MemberTables>;

/** A person in a room. The user id is empty for a person without an account. */
export interface MembershipKey {
  readonly roomId: string;
  readonly userId: string;
}

/** A room with the membership of one user, if the user is a member. */
export interface Membership {
  room_id: string;
  user_id: string;
  status: number;
  /** Stored form, the same object in all rows of one room. */
  settings: JsonValue;
  guest_version: number;
  has_password: boolean;
  role: number | null;
  /** Null for none. */
  added_permissions: number[] | null;
  removed_permissions: number[] | null;
  /** The creator's account is banned or deleted. */
  creator_inactive: boolean;
  viewer_inactive: boolean;
}

/**
 * The existing rooms of `keys`, with the memberships. The lateral join makes PostgreSQL look up each membership by its
 * key. Otherwise it could reuse a plan from when the table was small, and scan the whole table.
 */
export async function findMemberships(db: Db, keys: readonly MembershipKey[]): Promise<Membership[]> {
  const { rows } = await sql<Omit<Membership, 'settings'> & { settings: string }>`
    select k.room_id, k.user_id, r.status, r.settings::text as settings, r.guest_version,
      r.password_record is not null as has_password, m.role,
      nullif(m.added_permissions, '{}') as added_permissions, nullif(m.removed_permissions, '{}') as removed_permissions,
      creator.banned or creator.deleted_at is not null as creator_inactive,
      coalesce(viewer.banned or viewer.deleted_at is not null, false) as viewer_inactive
    from unnest(${keyList(keys.map(({ roomId }) => roomId))}, ${keyList(keys.map(({ userId }) => userId))}) as k (room_id, user_id)
    join rooms r on r.id = k.room_id and r.deleted_at is null
    join users creator on creator.id = r.creator_id
    left join lateral (
      select * from room_members where room_id = k.room_id and user_id = k.user_id limit 1
    ) m on true
    left join users viewer on viewer.id = m.user_id`.execute(db);
  const parsed = new Map<string, JsonValue>();
  return rows.map(({ settings: text, ...row }) => {
    const settings = parsed.get(text) ?? (JSON.parse(text) as JsonValue);
    parsed.set(text, settings);
    return { ...row, settings };
  });
}

function members(db: Db, roomId: string) {
  return memberships(db).where('m.room_id', '=', roomId);
}

function memberships(db: Db) {
  return db
    .selectFrom('room_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .innerJoin('rooms', 'rooms.id', 'm.room_id')
    .leftJoin('room_visits as visit', (join) =>
      join.onRef('visit.room_id', '=', 'm.room_id').onRef('visit.user_id', '=', 'm.user_id'),
    )
    .select([
      'm.room_id',
      'm.user_id',
      'm.role',
      'm.added_permissions',
      'm.removed_permissions',
      'm.joined_at',
      'm.version',
      'm.remark_name',
      'm.display_tag',
      'visit.visited_at',
      'users.username',
      'users.display_name',
      'users.avatar',
      'rooms.settings',
    ]);
}

/** The memberships of a user, with the number of members of each room. */
export function listMembershipsOf(db: Db, userId: string): Promise<(ListedMember & { total: number })[]> {
  return memberships(db)
    .select((e) =>
      e
        .selectFrom('room_members as others')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('others.room_id', '=', 'm.room_id')
        .as('total'),
    )
    .where('m.user_id', '=', userId)
    .orderBy('m.room_id')
    .$castTo<ListedMember & { total: number }>()
    .execute();
}

/** The members among `userIds`, unordered. */
export function listAmong(db: Db, roomId: string, userIds: readonly string[]) {
  return members(db, roomId).where('m.user_id', '=', sql<string>`any(${userIds})`).execute();
}

/** Ids of the members among `userIds`. */
export async function listIdsAmong(db: Db, roomId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export type ListedMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

export function findMember(db: Db, roomId: string, userId: string) {
  return members(db, roomId).where('m.user_id', '=', userId).executeTakeFirst();
}

/** Selects and sorts members. */
export interface MemberFilter {
  /** Part of a username, a display name or a name in the room, in the comparison form of usernames. */
  readonly search: string;
  /** Only these users. */
  readonly only?: readonly string[];
  /** 0: any. */
  readonly role?: number;
  readonly order?: keyof typeof orders;
}

const orders = {
  role: [sql`m.role desc`, sql`m.joined_at`],
  name: [sql`lower(coalesce(nullif(m.remark_name, ''), users.display_name))`],
  joined: [sql`m.joined_at`],
  newest: [sql`m.joined_at desc`],
  visited: [sql`visit.visited_at desc nulls last`, sql`m.joined_at`],
};

export function listMembers(
  db: Db,
  roomId: string,
  { search, only, role = 0, order = 'role', ...page }: MemberFilter & Page,
) {
  const pattern = containsPattern(search);
  const filtered = members(db, roomId)
    .$if(search !== '', (q) =>
      q.where((e) =>
        e.or([
          e('users.username_key', 'like', pattern),
          e('users.display_name', 'ilike', pattern),
          e('m.remark_name', 'ilike', pattern),
        ]),
      ),
    )
    .$if(only !== undefined, (q) => q.where('m.user_id', '=', sql<string>`any(${only})`))
    .$if(role !== 0, (q) => q.where('m.role', '=', role));
  const sorted = orders[order].reduce((query, by) => query.orderBy(by), filtered);
  return readPage(sorted.orderBy('m.user_id'), page);
}

/** The members of this role or a higher one, and the members with personal grants. */
export function listDistinguished(db: Db, roomId: string, role: number, limit: number): Promise<ListedMember[]> {
  return members(db, roomId)
    .where((e) => e.or([e('m.role', '>=', role), e('m.added_permissions', '!=', sql<number[]>`'{}'`)]))
    .orderBy('m.role', 'desc')
    .limit(limit)
    .execute();
}

export async function countMembers(db: Db, roomId: string): Promise<number> {
  const { count } = await db
    .selectFrom('room_members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns the ids of the users who were not members. */
export async function insertMembers(
  db: Db,
  rows: readonly (Pick<MemberRow, 'room_id' | 'user_id' | 'role' | 'joined_at'> & Partial<MemberRow>)[],
): Promise<string[]> {
  const added = await db
    .insertInto('room_members')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .execute();
  return added.map(({ user_id }) => user_id);
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
  change: Partial<
    Pick<MemberRow, 'role' | 'added_permissions' | 'removed_permissions' | 'remark_name' | 'display_tag'>
  >,
): Promise<void> {
  await db
    .updateTable('room_members')
    .set((e) => ({ ...change, version: e('version', '+', 1) }))
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Removes a user from all rooms but their own, and stores each membership in its state when the room is locked.
 * @returns the members that the rooms lost.
 */
export async function setAside(db: Db, userId: string, creatorRole: number): Promise<ListedMember[]> {
  const memberships = db.selectFrom('room_members').where('user_id', '=', userId).where('role', '<', creatorRole);
  const left: ListedMember[] = [];
  for (const { room_id } of await memberships.select('room_id').orderBy('room_id').execute()) {
    await lockRoomSettings(db, room_id);
    const row = await memberships.selectAll().where('room_id', '=', room_id).executeTakeFirst();
    if (!row) continue;
    left.push((await findMember(db, room_id, userId))!);
    await deleteMember(db, room_id, userId);
    await db
      .insertInto('room_members_set_aside')
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute();
  }
  return left;
}

/** Removes and returns the memberships that were set aside for a user, in the order in which rooms are locked. */
export async function takeSetAside(db: Db, userId: string): Promise<MemberRow[]> {
  const rows = await db.deleteFrom('room_members_set_aside').where('user_id', '=', userId).returningAll().execute();
  return rows.sort((a, b) => (a.room_id < b.room_id ? -1 : 1));
}

/**
 * Locks a room, so that its members stay unchanged until the transaction ends; undefined if the room is gone. Other
 * transactions may still add rows that refer to the room.
 */
export function lockRoomSettings(db: Db, roomId: string): Promise<{ settings: JsonValue } | undefined> {
  return db.selectFrom('rooms').select('settings').where('id', '=', roomId).forNoKeyUpdate().executeTakeFirst();
}

export async function putKick(db: Db, kick: MemberTables['room_kicks']): Promise<void> {
  await db
    .insertInto('room_kicks')
    .values(kick)
    .onConflict((c) => c.columns(['room_id', 'user_id']).doUpdateSet({ until: kick.until }))
    .execute();
}
