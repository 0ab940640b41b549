import type { JsonValue } from '@bufbuild/protobuf';
import { sql } from 'kysely';
import type { Db, MediaRow } from './library.store.ts';
import { anyOf, media } from './library.store.ts';

/** The item of an entry of a dynamic playlist, if the entry was played before. */
export function findByTarget(
  db: Db,
  roomId: string,
  playlistId: string,
  targetHash: string,
): Promise<MediaRow | undefined> {
  return media(db, roomId)
    .where('playlist_id', '=', playlistId)
    .where('target_hash', '=', targetHash)
    .executeTakeFirst();
}

/** Playlists that only their creators may browse, with everything below them, except those of `userId`. */
export async function listHidden(db: Db, roomId: string, userId: string, creatorOnly: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE hidden AS (
      SELECT id FROM playlists WHERE room_id = ${roomId} AND browse_access = ${creatorOnly} AND creator_id <> ${userId}
      UNION SELECT p.id FROM playlists p JOIN hidden ON p.parent_id = hidden.id
    ) SELECT id FROM hidden`.execute(db);
  return rows.map((row) => row.id);
}

/** Pictures of items, except those in playlists that only the creator may browse. */
export async function listOpenPictures(
  db: Db,
  ids: readonly string[],
  creatorOnly: number,
): Promise<{ id: string; picture: JsonValue }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; picture: JsonValue }>`
    WITH RECURSIVE above AS (
      SELECT m.id, p.parent_id, p.browse_access FROM media m JOIN playlists p ON p.id = m.playlist_id WHERE m.id = ${anyOf(ids)}
      UNION SELECT above.id, p.parent_id, p.browse_access FROM playlists p JOIN above ON p.id = above.parent_id
    ) SELECT id, coalesce(uploaded_thumbnail, cover, artwork) AS picture FROM media
      WHERE id = ${anyOf(ids)} AND coalesce(uploaded_thumbnail, cover, artwork) IS NOT NULL
        AND NOT EXISTS (SELECT FROM above WHERE above.id = media.id AND browse_access = ${creatorOnly})`.execute(db);
  return rows;
}

/** Whether only the creator may browse a playlist, or one above it. */
export async function isPrivate(db: Db, playlistId: string, creatorOnly: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, browse_access FROM playlists WHERE id = ${playlistId}
      UNION SELECT p.id, p.parent_id, p.browse_access FROM playlists p JOIN above ON p.id = above.parent_id
    ) SELECT EXISTS (SELECT FROM above WHERE browse_access = ${creatorOnly}) AS found`.execute(db);
  return rows[0]!.found;
}
