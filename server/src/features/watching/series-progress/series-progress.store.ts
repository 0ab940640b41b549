import { type Kysely, sql } from 'kysely';
import { keyList } from '../../../store/batched-read.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import { containsPattern } from '../../../store/queries/like-pattern.ts';

/** Owns nothing; reads the items of playlists and the playback history of rooms. */
export interface SeriesProgressTables {
  media: Pick<Schema['media'], 'id' | 'room_id' | 'playlist_id' | 'name'>;
  playback_history: Pick<
    Schema['playback_history'],
    'room_id' | 'media_id' | 'ended_at' | 'position_seconds' | 'duration_seconds'
  >;
}

type Db = Kysely<SeriesProgressTables>;

/** Most items read from a playlist. */
const mostItems = 2_000;

/** Items of a playlist with `text` in their names. */
export function listNamed(db: Db, roomId: string, playlistId: string, text: string) {
  return db
    .selectFrom('media')
    .select(['id', 'name'])
    .where('room_id', '=', roomId)
    .where('playlist_id', '=', playlistId)
    .where('name', 'ilike', containsPattern(text))
    .limit(mostItems)
    .execute();
}

/** Number of these items that the room left at their end: in the last 45 seconds, or the last twentieth. */
export async function countWatched(db: Db, roomId: string, mediaIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ watched: number }>`
    select count(distinct media_id)::int as watched from playback_history
    where room_id = ${roomId} and media_id = any(${keyList(mediaIds)}) and ended_at is not null
      and position_seconds >= duration_seconds - greatest(45, duration_seconds / 20)`.execute(db);
  return rows[0]?.watched ?? 0;
}
