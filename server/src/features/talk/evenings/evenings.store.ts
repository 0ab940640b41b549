import { type Kysely, type Selectable, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the evenings of rooms; reads who is a member, and the names of people. */
export interface EveningsTables extends Pick<Schema, 'evenings' | 'evening_items' | 'evening_people'> {
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id'>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'deleted_at'>;
}

export type EveningRow = Selectable<Schema['evenings']>;
export type EveningItemRow = Selectable<Schema['evening_items']>;

type Db = Kysely<EveningsTables>;

/**
 * An evening is shown once something has played for this long, and names people who attended for this long, in seconds.
 */
export const shownSeconds = 60;
/** Most people named for an evening. */
const maxNamed = 20;

/** The evenings of a room that a caller may see. */
export interface Sight {
  readonly roomId: string;
  /** Only evenings that this user attended. Undefined: all. [EV5] */
  readonly onlyOf?: string | undefined;
}

function seen(db: Db, { roomId, onlyOf }: Sight) {
  return db
    .selectFrom('evenings')
    .where('evenings.room_id', '=', roomId)
    .where('evenings.watched_seconds', '>=', shownSeconds)
    .$if(onlyOf !== undefined, (q) =>
      q.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('evening_people')
            .select('evening_people.user_id')
            .whereRef('evening_people.evening_id', '=', 'evenings.id')
            .where('evening_people.user_id', '=', onlyOf!)
            .where('evening_people.watched_seconds', '>=', shownSeconds),
        ),
      ),
    );
}

/** Newest first; with `beforeId`, only older ones; with `ids`, only those. */
export function listEvenings(
  db: Db,
  sight: Sight,
  {
    beforeId,
    ids,
    limit,
  }: {
    readonly beforeId?: string | undefined;
    readonly ids?: readonly string[] | undefined;
    readonly limit: number;
  },
): Promise<EveningRow[]> {
  return seen(db, sight)
    .selectAll('evenings')
    .$if(beforeId !== undefined, (q) => q.where('id', '<', beforeId!))
    .$if(ids !== undefined, (q) => q.where('id', '=', sql<string>`any(${keyList(ids!)})`))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function findEvening(db: Db, sight: Sight, id: string): Promise<EveningRow | undefined> {
  return seen(db, sight).selectAll('evenings').where('id', '=', id).executeTakeFirst();
}

/** Start of each evening. A room has a limited number of them. */
export function listBeginnings(db: Db, sight: Sight): Promise<Pick<EveningRow, 'id' | 'started_at'>[]> {
  return seen(db, sight).select(['id', 'started_at']).execute();
}

/** The items of these evenings, in playback order. */
export function listItems(db: Db, eveningIds: readonly string[]): Promise<EveningItemRow[]> {
  return db
    .selectFrom('evening_items')
    .selectAll()
    .where('evening_id', '=', sql<string>`any(${keyList(eveningIds)})`)
    .orderBy('started_at')
    .orderBy('media_id')
    .execute();
}

/** An attendee. */
export interface PersonRow {
  evening_id: string;
  /** Number of attendees. */
  total: number;
  id: string;
  username: string;
  display_name: string;
}

/** Members who attended these evenings, at most twenty per evening, longest attendance first. [EV4] */
export async function listPeople(db: Db, roomId: string, eveningIds: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select e.id as evening_id, o.total, o.id, o.username, o.display_name
    from unnest(${keyList(eveningIds)}) as e (id) cross join lateral (
      select u.id, u.username, u.display_name, p.watched_seconds, count(*) over ()::int as total
      from evening_people p
      join room_members m on m.room_id = ${roomId} and m.user_id = p.user_id
      join users u on u.id = p.user_id and u.deleted_at is null
      where p.evening_id = e.id and p.watched_seconds >= ${shownSeconds}
      order by p.watched_seconds desc, u.id limit ${maxNamed}
    ) o
    order by o.watched_seconds desc, o.id`.execute(db);
  return rows;
}

/** The evenings among `eveningIds` that the user attended. */
export async function attended(db: Db, userId: string, eveningIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('evening_people')
    .select('evening_id')
    .where('user_id', '=', userId)
    .where('evening_id', '=', sql<string>`any(${keyList(eveningIds)})`)
    .where('watched_seconds', '>=', shownSeconds)
    .execute();
  return new Set(rows.map(({ evening_id }) => evening_id));
}

/** Hides a person's attendance. False: they have none at this evening. [EV6] */
export async function forget(db: Db, roomId: string, id: string, userId: string): Promise<boolean> {
  const result = await db
    .updateTable('evening_people')
    .set({ forgotten: true, watched_seconds: 0 })
    .where('evening_id', '=', id)
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** False when the room has no such evening. */
export async function deleteEvening(db: Db, roomId: string, id: string): Promise<boolean> {
  const result = await db.deleteFrom('evenings').where('room_id', '=', roomId).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteEvenings(db: Db, roomId: string): Promise<number> {
  const result = await db.deleteFrom('evenings').where('room_id', '=', roomId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
