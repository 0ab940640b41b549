import { type Compilable, type Kysely, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Screening } from '../../watching/watched/watched.port.ts';

/** Owns the evenings of rooms; reads whether a room keeps them. */
export interface RecordingTables extends Pick<Schema, 'evenings' | 'evening_items' | 'evening_people'> {
  rooms: Pick<Schema['rooms'], 'id' | 'settings'>;
}

type Db = Kysely<RecordingTables>;

/** The times that delimit a stretch of watching. */
export interface BeatTimes {
  readonly now: Date;
  /** The time up to `now` counts for people present, and items played, after this moment. */
  readonly lastBeat: Date;
  /** An evening continues if something played after this. */
  readonly since: Date;
}

export interface RoomEvening {
  readonly id: string;
  readonly room_id: string;
  readonly is_new: boolean;
}

const keepsEvenings = sql`coalesce((rooms.settings ->> 'keepEvenings')::boolean, true)`;

/**
 * Continues the last evening of each room, or begins one under the id at the room's index in `ids`. One statement,
 * which one of all replicas runs for a room. Skips rooms that keep no evenings. [EV1] [EV2] [EV8]
 */
export async function goOnOrBegin(
  db: Db,
  roomIds: readonly string[],
  ids: readonly string[],
  { now, lastBeat, since }: BeatTimes,
): Promise<RoomEvening[]> {
  const { rows } = await sql<RoomEvening>`
    with asked as (
      select n.room_id, n.id from unnest(${keyList(roomIds)}, ${keyList(ids)}) as n (room_id, id)
      join rooms on rooms.id = n.room_id and ${keepsEvenings}
    ), going as (
      update evenings e set
        last_played_at = ${now},
        watched_seconds = e.watched_seconds
          + case when e.last_played_at >= ${lastBeat} then greatest(0, extract(epoch from ${now} - e.last_played_at)) else 0 end
      from asked
      where e.id = (select last.id from evenings last where last.room_id = asked.room_id order by last.id desc limit 1)
        and e.last_played_at >= ${since}
      returning e.id, e.room_id
    ), begun as (
      insert into evenings (id, room_id, started_at, last_played_at, watched_seconds)
      select asked.id, asked.room_id, ${now}, ${now}, 0 from asked
      where not exists (select from going where going.room_id = asked.room_id)
      returning id, room_id
    )
    select id, room_id, false as is_new from going union all select id, room_id, true from begun`.execute(db);
  return rows;
}

/** Stores the playing items and their positions. An evening has at most `most` items. [EV3] */
export async function putItems(
  db: Db,
  items: readonly (Screening & { readonly eveningId: string })[],
  now: Date,
  most: number,
): Promise<void> {
  await sql`
    insert into evening_items (evening_id, media_id, name, started_at, position_seconds, duration_seconds)
    select v.evening_id, v.media_id, v.name, ${now}, v.position, v.duration
    from unnest(
      ${items.map(({ eveningId }) => eveningId)}::text[], ${items.map(({ mediaId }) => mediaId)}::text[],
      ${items.map(({ name }) => name)}::text[], ${items.map(({ positionSeconds }) => positionSeconds)}::float8[],
      ${items.map(({ durationSeconds }) => durationSeconds)}::float8[]
    ) as v (evening_id, media_id, name, position, duration)
    where exists (select from evening_items i where i.evening_id = v.evening_id and i.media_id = v.media_id)
      or (select count(*) from evening_items i where i.evening_id = v.evening_id) < ${most}
    on conflict (evening_id, media_id) do update set
      position_seconds = excluded.position_seconds, duration_seconds = excluded.duration_seconds`.execute(db);
}

/** A person who is present while something plays. */
export interface Attendance {
  readonly eveningId: string;
  readonly roomId: string;
  readonly userId: string;
}

/** Stores attendance, except for people who hid theirs. [EV4] [EV6] */
export async function putPeople(
  db: Db,
  people: readonly Attendance[],
  { now, lastBeat }: Pick<BeatTimes, 'now' | 'lastBeat'>,
): Promise<void> {
  await sql`
    insert into evening_people as p (evening_id, user_id, room_id, came_at, left_at, watched_seconds)
    select v.evening_id, v.user_id, v.room_id, ${now}, ${now}, 0
    from unnest(
      ${keyList(people.map(({ eveningId }) => eveningId))}, ${keyList(people.map(({ userId }) => userId))},
      ${keyList(people.map(({ roomId }) => roomId))}
    ) as v (evening_id, user_id, room_id)
    on conflict (evening_id, user_id) do update set
      left_at = ${now},
      watched_seconds = p.watched_seconds
        + case when p.left_at >= ${lastBeat} then greatest(0, extract(epoch from ${now} - p.left_at)) else 0 end
    where not p.forgotten`.execute(db);
}

/** Stores the position at which an item was left, in the last evening of the room. [EV3] */
export function leavingItem(
  db: Db,
  roomId: string,
  mediaId: string,
  position: Pick<Schema['evening_items'], 'position_seconds' | 'duration_seconds'>,
  since: Date,
): Compilable {
  const last = db.selectFrom('evenings').select('id').where('room_id', '=', roomId).orderBy('id', 'desc').limit(1);
  const going = db.selectFrom('evenings').select('id').where('id', '=', last).where('last_played_at', '>=', since);
  return db.updateTable('evening_items').set(position).where('media_id', '=', mediaId).where('evening_id', '=', going);
}

/** Deletes all but the newest `kept` evenings of rooms. [EV7] */
export async function trim(db: Db, roomIds: readonly string[], kept: number): Promise<void> {
  await sql`
    delete from evenings where id in (
      select old.id from unnest(${keyList(roomIds)}) as r (id)
      cross join lateral (select id from evenings where room_id = r.id order by id desc offset ${kept}) old)`.execute(
    db,
  );
}

/**
 * Of the evenings that ended before `before`, deletes those too short to be shown, and the rows of people who hid their
 * attendance. [EV1] [EV6]
 */
export async function clean(db: Db, before: Date, shownSeconds: number): Promise<void> {
  await db
    .deleteFrom('evenings')
    .where('last_played_at', '<', before)
    .where('watched_seconds', '<', shownSeconds)
    .execute();
  await sql`
    delete from evening_people p using evenings e
    where p.forgotten and e.id = p.evening_id and e.last_played_at < ${before}`.execute(db);
}
