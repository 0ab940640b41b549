import { sql } from 'kysely';
import type { AttachedFile } from '../files.port.ts';
import type { Db } from '../files.store.ts';

const described = sql<Omit<AttachedFile, 'id'>>`
  files.name, files.mime_type as "mimeType", files.size_bytes as "sizeBytes", file_contents.width, file_contents.height,
  files.duration_seconds as "durationSeconds", encode(files.waveform, 'base64') as waveform,
  encode(file_contents.thumbhash, 'base64') as thumbhash, file_contents.frames`;

/**
 * Completed uploads for this room that are not used yet, locked until the transaction ends. The content is read after
 * the lock: in the same statement, a file that is being moved would be joined with its old content, and not be found.
 */
export async function takeUploads(db: Db, roomId: string, ownerId: string, ids: readonly string[]) {
  const unused = sql`files.id = any(${[...ids]}::text[]) and files.kind = 'chat_attachment' and files.room_id = ${roomId}
    and files.owner_id = ${ownerId} and files.used_at is null`;
  const [, { rows }] = await Promise.all([
    sql`select from files where ${unused} order by files.id for no key update`.execute(db),
    sql<AttachedFile>`
      select files.id, ${described} from files join file_contents on file_contents.id = files.content_id
      where ${unused}`.execute(db),
  ]);
  return rows;
}

/**
 * Attachments of messages, of any room. A deleted message has none: see `dropAttached`. They and their bytes stay until
 * the transaction ends.
 */
export async function takeAttached(db: Db, ids: readonly string[]) {
  const { rows } = await sql<AttachedFile>`
    select files.id, ${described} from files join file_contents on file_contents.id = files.content_id
    where files.id = any(${[...ids]}::text[]) and files.kind = 'chat_attachment' and files.message_id is not null
    order by files.id for key share of files, file_contents`.execute(db);
  return rows;
}

export async function listAttached(db: Db, roomId: string, ids: readonly string[]) {
  const { rows } = await sql<AttachedFile>`
    select files.id, ${described} from files join file_contents on file_contents.id = files.content_id
    where files.id = any(${[...ids]}::text[]) and files.room_id = ${roomId} and files.message_id is not null`.execute(
    db,
  );
  return rows;
}

/** The statement that attaches uploads to a message, in this order. */
export function givingUploads(db: Db, messageId: string, files: readonly { id: string; place: number }[], at: Date) {
  const ids = files.map(({ id }) => id);
  const places = files.map(({ place }) => place);
  return db
    .updateTable('files')
    .from(sql<{ id: string; place: number }>`unnest(${ids}::text[], ${places}::int[])`.as<'g'>(sql`g (id, place)`))
    .set((row) => ({ message_id: messageId, place: row.ref('g.place'), used_at: at }))
    .whereRef('files.id', '=', 'g.id');
}

/** An attachment that is sent again: the same bytes under another id. */
export interface Copy {
  readonly id: string;
  readonly fromId: string;
  readonly place: number;
}

/** The statement that copies attachments of other messages to this message. */
export function copyingFiles(
  db: Db,
  { messageId, roomId, ownerId, at }: { messageId: string; roomId: string; ownerId: string; at: Date },
  copies: readonly Copy[],
) {
  const ids = copies.map(({ id }) => id);
  const fromIds = copies.map(({ fromId }) => fromId);
  const places = copies.map(({ place }) => place);
  return db
    .insertInto('files')
    .columns([
      ...(['id', 'kind', 'content_id', 'owner_id', 'room_id', 'message_id', 'place', 'name', 'mime_type'] as const),
      ...(['size_bytes', 'duration_seconds', 'waveform', 'created_at', 'used_at'] as const),
    ])
    .expression(
      sql`
      select c.id, f.kind, f.content_id, ${ownerId}::text, ${roomId}::text, ${messageId}::text, c.place, f.name, f.mime_type,
        f.size_bytes, f.duration_seconds, f.waveform, ${at}::timestamptz, ${at}::timestamptz
      from unnest(${ids}::text[], ${fromIds}::text[], ${places}::int[]) as c (id, from_id, place)
      join files f on f.id = c.from_id` as never,
    );
}

/** Deletes the files of a deleted message. */
export async function dropAttached(db: Db, messageId: string): Promise<void> {
  await db.deleteFrom('files').where('message_id', '=', messageId).execute();
}

/** The room of a message's attachment; undefined for a deleted or unknown message. */
export async function findAttachedRoom(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('files')
    .select('room_id')
    .where('id', '=', id)
    .where('message_id', 'is not', null)
    .executeTakeFirst();
  return row?.room_id ?? undefined;
}
