import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { shownSeconds } from './watched.store.ts';

/** Owns the watch history; reads who is a member of the room, and who shares their progress. */
export interface ProgressTables {
  watched_entries: Schema['watched_entries'];
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id'>;
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'avatar' | 'banned' | 'deleted_at'>;
  user_preferences: Pick<Schema['user_preferences'], 'user_id' | 'keep_watched' | 'show_progress'>;
}

/** A person's furthest position in an item, over all their entries of it. */
export interface ProgressRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: ProgressTables['users']['avatar'];
  readonly position: number;
  readonly duration: number | null;
  readonly finished: boolean;
}

interface Viewing {
  readonly roomId: string;
  readonly mediaId: string;
  readonly viewerId: string;
}

/** The viewer first, then people who finished it, then the rest by position, furthest first. [OH12] [OH13] */
export async function listProgress(
  db: Kysely<ProgressTables>,
  { roomId, mediaId, viewerId }: Viewing,
  limit: number,
): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    select u.id, u.username, u.display_name, u.avatar, max(e.position_seconds) as position,
      max(e.duration_seconds) as duration, bool_or(e.finished) as finished
    from watched_entries e
    join room_members m on m.room_id = e.room_id and m.user_id = e.user_id
    join users u on u.id = e.user_id and not u.banned and u.deleted_at is null
    where e.room_id = ${roomId} and e.media_id = ${mediaId} and e.watched_seconds >= ${shownSeconds}
      and (e.user_id = ${viewerId} or not exists (
        select from user_preferences p where p.user_id = e.user_id and not (p.keep_watched and p.show_progress)))
    group by u.id
    order by u.id = ${viewerId} desc, bool_or(e.finished) desc, max(e.position_seconds) desc, u.id
    limit ${limit}`.execute(db);
  return rows;
}
