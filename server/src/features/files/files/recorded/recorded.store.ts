import type { Db } from '../files.store.ts';

/** The film of an item, with the location of its bytes. */
export function findRecorded(db: Db, roomId: string, mediaId: string) {
  return db
    .selectFrom('files')
    .innerJoin('file_contents', 'file_contents.id', 'files.content_id')
    .select(['files.name', 'files.mime_type', 'files.size_bytes'])
    .select(['file_contents.id as location', 'file_contents.backend', 'file_contents.manifest_sha256'])
    .where('files.media_id', '=', mediaId)
    .where('files.room_id', '=', roomId)
    .where('files.kind', '=', 'recording')
    .executeTakeFirst();
}
