import { type Kysely, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import type { PlaybackTables } from '../playback/playback.store.ts';

/** Owns the watch history while it is recorded; reads which accounts exist and keep a history, and what plays. */
export interface RecordingTables
  extends Pick<Schema, 'watched_entries' | 'watched_beats'>,
    Pick<PlaybackTables, 'playback_states'> {
  users: Pick<Schema['users'], 'id'>;
  user_preferences: Pick<Schema['user_preferences'], 'user_id' | 'keep_watched'>;
}

type Db = Kysely<RecordingTables>;

/** A person who is present while an item plays. */
export interface Viewer {
  readonly userId: string;
  readonly roomId: string;
  readonly mediaId: string;
  readonly name: string;
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
  readonly isAtEnd: boolean;
}

/**
 * Claims the rooms among `roomIds` that play something and that no replica has recorded since `before`. @returns their
 * ids. Their rows stay locked until the transaction ends: another replica waits, and then finds them recorded. [OH2]
 */
export async function claimRooms(db: Db, roomIds: readonly string[], now: Date, before: Date): Promise<string[]> {
  const { rows } = await sql<{ room_id: string }>`
    insert into watched_beats as b (room_id, beat_at)
    select p.room_id, ${now} from playback_states p
    where p.room_id = any(${keyList(roomIds)}) and p.is_playing and p.waiting is null and p.media_id is not null
    order by p.room_id
    on conflict (room_id) do update set beat_at = ${now} where b.beat_at <= ${before}
    returning b.room_id`.execute(db);
  return rows.map(({ room_id }) => room_id);
}

/** The accounts among `userIds` that exist and keep a history. They stay locked until the transaction ends. [OH8] */
export async function keepers(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.id = any(${keyList(userIds)})
      and not exists (select from user_preferences p where p.user_id = u.id and not p.keep_watched)
    order by u.id for key share of u`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function columnsOf(viewers: readonly Viewer[]) {
  return sql`unnest(
    ${viewers.map(({ userId }) => userId)}::text[], ${viewers.map(({ roomId }) => roomId)}::text[],
    ${viewers.map(({ mediaId }) => mediaId)}::text[], ${viewers.map(({ name }) => name)}::text[],
    ${viewers.map(({ positionSeconds }) => positionSeconds)}::float8[],
    ${viewers.map(({ durationSeconds }) => durationSeconds)}::float8[],
    ${viewers.map(({ isAtEnd }) => isAtEnd)}::boolean[]
  )`;
}

/**
 * Continues the entries that these viewers left after `since`. Time counts if they were present after `lastBeat`.
 * @returns the viewers with such an entry, as `roomId userId`. [OH1]
 */
export async function goOn(
  db: Db,
  viewers: readonly Viewer[],
  { now, lastBeat, since }: { readonly now: Date; readonly lastBeat: Date; readonly since: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ viewer: string }>`
    update watched_entries e set
      left_at = ${now}, position_seconds = v.position, duration_seconds = v.duration,
      finished = e.finished or v.at_end,
      watched_seconds = e.watched_seconds
        + case when e.left_at >= ${lastBeat} then greatest(0, extract(epoch from ${now} - e.left_at)) else 0 end
    from ${columnsOf(viewers)} as v (user_id, room_id, media_id, name, position, duration, at_end)
    where e.room_id = v.room_id and e.media_id = v.media_id and e.user_id = v.user_id and e.left_at >= ${since}
    returning e.room_id || ' ' || e.user_id as viewer`.execute(db);
  return new Set(rows.map(({ viewer }) => viewer));
}

/** Creates entries; `ids` are in the order of the viewers. */
export async function begin(db: Db, ids: readonly string[], viewers: readonly Viewer[], now: Date): Promise<void> {
  if (viewers.length === 0) return;
  await db
    .insertInto('watched_entries')
    .values(
      viewers.map((viewer, place) => ({
        id: ids[place]!,
        user_id: viewer.userId,
        room_id: viewer.roomId,
        media_id: viewer.mediaId,
        name: viewer.name,
        started_at: now,
        left_at: now,
        watched_seconds: 0,
        position_seconds: viewer.positionSeconds,
        duration_seconds: viewer.durationSeconds,
        finished: viewer.isAtEnd,
      })),
    )
    .execute();
}

/** Deletes entries begun before `before`, and those too short to be shown that were left before `shortBefore`. [OH9] */
export async function deleteOld(
  db: Db,
  {
    before,
    shortBefore,
    shownSeconds,
  }: { readonly before: Date; readonly shortBefore: Date; readonly shownSeconds: number },
): Promise<void> {
  await db.deleteFrom('watched_entries').where('started_at', '<', before).execute();
  await db
    .deleteFrom('watched_entries')
    .where('started_at', '<', shortBefore)
    .where('left_at', '<', shortBefore)
    .where('watched_seconds', '<', shownSeconds)
    .execute();
}

/**
 * Deletes all but the newest `maxEntries` entries of at most `people` people who have more. @returns the number of
 * people. [OH9]
 */
export async function trim(db: Db, maxEntries: number, people: number): Promise<number> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from watched_entries group by user_id having count(*) > ${maxEntries} limit ${people}`.execute(db);
  if (rows.length === 0) return 0;
  await sql`
    delete from watched_entries where id in (
      select old.id from unnest(${rows.map(({ user_id }) => user_id)}::text[]) as u (id)
      cross join lateral (
        select id from watched_entries where user_id = u.id order by id desc offset ${maxEntries}
      ) old)`.execute(db);
  return rows.length;
}
