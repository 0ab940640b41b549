import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns successions; reads the possible heirs, and the owner's last visit. */
export interface SuccessionTables extends Pick<Schema, 'room_successions'> {
  rooms: Pick<Schema['rooms'], 'id' | 'creator_id' | 'deleted_at'>;
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id' | 'role' | 'joined_at'>;
  room_visits: Pick<Schema['room_visits'], 'room_id' | 'user_id' | 'visited_at'>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'avatar' | 'banned' | 'deleted_at'>;
}

export type SuccessionRow = Selectable<Schema['room_successions']>;

type Db = Kysely<SuccessionTables>;

/** A member who may get a room. */
export interface HeirRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: unknown;
}

export function findSuccession(db: Db, roomId: string): Promise<SuccessionRow | undefined> {
  return db.selectFrom('room_successions').selectAll().where('room_id', '=', roomId).executeTakeFirst();
}

export async function putSuccession(db: Db, { room_id, ...chosen }: SuccessionRow): Promise<void> {
  await db
    .insertInto('room_successions')
    .values({ room_id, ...chosen })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet(chosen))
    .execute();
}

export async function deleteSuccession(db: Db, roomId: string): Promise<void> {
  await db.deleteFrom('room_successions').where('room_id', '=', roomId).execute();
}

/** Removes this person as the named heir. False if they were not. */
export async function unname(db: Db, roomId: string, heirId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('room_successions')
    .set({ heir_id: null })
    .where('room_id', '=', roomId)
    .where('heir_id', '=', heirId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The named heir, if they are still a member. */
export function findNamed(db: Db, roomId: string): Promise<HeirRow | undefined> {
  return db
    .selectFrom('room_successions as s')
    .innerJoin('room_members as m', (join) =>
      join.onRef('m.room_id', '=', 's.room_id').onRef('m.user_id', '=', 's.heir_id'),
    )
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.username', 'u.display_name', 'u.avatar'])
    .where('s.room_id', '=', roomId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Filter for heirs. */
export interface HeirFilter {
  /** People who are connected to the room. */
  readonly onlineIds: readonly string[];
  /** People with at least this many rooms get no other one. */
  readonly maxRooms: number;
  readonly limit: number;
}

/** Members who can take the room: the named heir, then admins; connected ones first. [OWN5] [OWN10] */
export async function listHeirs(
  db: Db,
  roomId: string,
  { onlineIds, maxRooms, limit }: HeirFilter,
): Promise<HeirRow[]> {
  const { rows } = await sql<HeirRow>`
    select u.id, u.username, u.display_name, u.avatar
    from room_successions s
    join rooms r on r.id = s.room_id
    join room_members m on m.room_id = s.room_id and m.user_id <> r.creator_id
    join users u on u.id = m.user_id and not u.banned and u.deleted_at is null
    where s.room_id = ${roomId} and (m.role = ${RoomRole.ADMIN} or m.user_id = s.heir_id)
      and (select count(*) from rooms own where own.creator_id = u.id and own.deleted_at is null) < ${maxRooms}
    order by m.user_id is not distinct from s.heir_id desc, m.user_id = any(${keyList(onlineIds)}) desc,
      m.joined_at, m.user_id
    limit ${limit}`.execute(db);
  return rows;
}

/** Rooms of a person for which they configured a succession. */
export async function listChosenOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('room_successions as s')
    .innerJoin('rooms as r', 'r.id', 's.room_id')
    .select('s.room_id')
    .where('r.creator_id', '=', ownerId)
    .where('r.deleted_at', 'is', null)
    .orderBy('s.room_id')
    .execute();
  return rows.map(({ room_id }) => room_id);
}

/** A room whose owner has been away for the period that they chose. */
export interface LeftAlone {
  readonly room_id: string;
  readonly creator_id: string;
}

const lastThere = sql<Date>`greatest(v.visited_at, s.present_at)`;
const chosenAbsence = sql`make_interval(days => s.away_days)`;

function withLastVisits(db: Db) {
  return db
    .selectFrom('room_successions as s')
    .innerJoin('rooms as r', 'r.id', 's.room_id')
    .leftJoin('room_visits as v', (join) =>
      join.onRef('v.room_id', '=', 'r.id').onRef('v.user_id', '=', 'r.creator_id'),
    )
    .select(['s.room_id', 'r.creator_id'])
    .where('r.deleted_at', 'is', null);
}

function leftAlone(db: Db, now: Date) {
  return withLastVisits(db).where(sql<boolean>`${lastThere} + ${chosenAbsence} <= ${now}`);
}

/** A room that will be passed on soon, and the start of its owner's absence. */
export interface SoonLeftAlone extends LeftAlone {
  readonly away_since: Date;
}

/**
 * The next rooms after this one whose owners reach the chosen absence within three days, or within half of that absence
 * if it is shorter than six days. [OWN12]
 */
export function listSoonLeftAlone(db: Db, now: Date, afterRoomId: string, limit: number): Promise<SoonLeftAlone[]> {
  const warned = sql`least(interval '3 days', ${chosenAbsence} / 2)`;
  return withLastVisits(db)
    .select(lastThere.as('away_since'))
    .where(sql<boolean>`${lastThere} + ${chosenAbsence} - ${warned} <= ${now}`)
    .where(sql<boolean>`${lastThere} + ${chosenAbsence} > ${now}`)
    .where('s.room_id', '>', afterRoomId)
    .orderBy('s.room_id')
    .limit(limit)
    .execute();
}

/** Records that the owner is present: their absence counts from now. */
export async function putPresent(db: Db, roomId: string, present_at: Date): Promise<void> {
  await db.updateTable('room_successions').set({ present_at }).where('room_id', '=', roomId).execute();
}

/** The next rooms after this one whose owners are away too long, ordered by id. [OWN8] */
export function listLeftAlone(db: Db, now: Date, afterRoomId: string, limit: number): Promise<LeftAlone[]> {
  return leftAlone(db, now).where('s.room_id', '>', afterRoomId).orderBy('s.room_id').limit(limit).execute();
}

/**
 * The room if its owner is still away too long and no other replica has locked it. Locks it until the transaction ends.
 */
export function lockLeftAlone(db: Db, now: Date, roomId: string): Promise<LeftAlone | undefined> {
  return leftAlone(db, now).where('s.room_id', '=', roomId).forUpdate('s').skipLocked().executeTakeFirst();
}
