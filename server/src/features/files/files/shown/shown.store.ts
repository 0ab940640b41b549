import { sql } from 'kysely';
import type { Db } from '../files.store.ts';
import type { ShownPicture } from '../pictures.port.ts';
import type { PictureOf } from '../uploads.port.ts';

/** Takes a completed, unused upload of this person for exactly this purpose, and marks it as used. */
export async function useUpload(
  db: Db,
  upload: PictureOf & { readonly id: string },
  at: Date,
): Promise<ShownPicture | undefined> {
  const { id, kind, ownerId, target } = upload;
  const { rows } = await sql<ShownPicture>`
    update files set used_at = ${at} from file_contents as content
    where files.id = ${id} and files.kind = ${kind} and files.owner_id = ${ownerId} and files.used_at is null
      and files.room_id is not distinct from ${target.room_id} and files.playlist_id is not distinct from ${target.playlist_id}
      and files.media_id is not distinct from ${target.media_id}
      and content.id = files.content_id and content.thumbhash is not null
    returning files.id, files.kind, files.read_key as key, files.mime_type as "mimeType", content.width, content.height,
      encode(content.thumbhash, 'base64') as thumbhash, content.frames`.execute(db);
  return rows[0];
}
