import type { JsonObject } from '@bufbuild/protobuf';
import type { Compilable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { enterGate } from '../../../store/gate.ts';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { AttachedFile } from '../../files/files/files.port.ts';

/** A stored mention. */
export interface StoredMention {
  readonly userId: string;
  readonly offset: number;
  readonly length: number;
}

/** Owns messages and their dependent rows; reads authors, rooms, files, and blocks between users. */
export interface ChatTables {
  chat_messages: Narrowed<Schema['chat_messages'], { metadata: JsonObject | null; mentions: readonly StoredMention[] }>;
  chat_operations: Schema['chat_operations'];
  chat_reactions: Schema['chat_reactions'];
  chat_reaction_events: Schema['chat_reaction_events'];
  chat_pins: Schema['chat_pins'];
  chat_reads: Schema['chat_reads'];
  chat_mention_news: Schema['chat_mention_news'];
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'avatar'>;
  rooms: Pick<Schema['rooms'], 'id' | 'deleted_at'>;
  room_members: Pick<Schema['room_members'], 'room_id' | 'user_id'>;
  user_blocks: Pick<Schema['user_blocks'], 'user_id' | 'blocked_id'>;
}

/** Reactions of one kind, counted. */
export interface CountedReaction {
  readonly key: string;
  readonly count: number;
  /** Whether the viewer chose this reaction too. */
  readonly reacted: boolean;
}

/** A row of the table, with its author's name and picture. */
export type MessageRow = Selectable<ChatTables['chat_messages']> & {
  readonly username: string;
  readonly display_name: string;
  /** As the files feature stores it. */
  readonly avatar?: unknown;
};

/** A message with its reactions and pin. */
export type ViewedMessage = MessageRow & {
  readonly reactions: readonly CountedReaction[];
  readonly is_pinned: boolean;
  readonly attachments: readonly AttachedFile[];
};

export type Db = Kysely<ChatTables>;

/** The messages of a room, as one viewer sees them. */
export function messages(db: Db, roomId: string, viewerId: string) {
  return db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.user_id')
    .selectAll('chat_messages')
    .select(['users.username', 'users.display_name', 'users.avatar'])
    .select(countedReactions(viewerId).as('reactions'))
    .select(attachedFiles.as('attachments'))
    .select(sql<boolean>`exists (select from chat_pins where message_id = chat_messages.id)`.as('is_pinned'))
    .where('chat_messages.room_id', '=', roomId)
    .$castTo<ViewedMessage>();
}

/** Files of a message, in the order in which they were sent. */
const attachedFiles = sql<AttachedFile[]>`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'sizeBytes', f.size_bytes, 'width', c.width, 'height', c.height,
    'durationSeconds', f.duration_seconds, 'waveform', encode(f.waveform, 'base64'),
    'thumbhash', encode(c.thumbhash, 'base64'), 'frames', c.frames
  ) order by f.place), '[]') from files f join file_contents c on c.id = f.content_id where f.message_id = chat_messages.id)`;

/** Reactions of a message, most people first; among equals, the earliest first. */
export function countedReactions(viewerId: string) {
  return sql<CountedReaction[]>`(
    select coalesce(json_agg(json_build_object('key', reaction_key, 'count', n, 'reacted', reacted) order by n desc, since), '[]')
    from (
      select reaction_key, count(*)::int as n, bool_or(user_id = ${viewerId}) as reacted, min(reacted_at) as since
      from chat_reactions where message_id = chat_messages.id group by reaction_key
    ) counted)`;
}

export function findMessage(db: Db, roomId: string, id: string, viewerId: string): Promise<ViewedMessage | undefined> {
  return messages(db, roomId, viewerId).where('chat_messages.id', '=', id).executeTakeFirst();
}

/**
 * The message, locked against changes until this transaction ends. Two statements in one round trip: the second sees
 * the commits that the first one waited for.
 */
export async function lockMessage(
  db: Db,
  roomId: string,
  id: string,
  viewerId: string,
): Promise<ViewedMessage | undefined> {
  const locking = db.selectFrom('chat_messages').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [, row] = await Promise.all([locking, findMessage(db, roomId, id, viewerId)]);
  return row;
}

/** One sending of a message. The member retries with the same id when no answer arrives. */
export interface Operation {
  readonly userId: string;
  readonly clientMessageId: string;
}

/**
 * Ids of the messages that were stored for these operations. Looks up each one separately: with a plain join,
 * PostgreSQL may scan the whole room.
 */
export async function findSentIds(db: Db, roomId: string, operations: readonly Operation[]): Promise<string[]> {
  const userIds = operations.map(({ userId }) => userId);
  const clientMessageIds = operations.map(({ clientMessageId }) => clientMessageId);
  const { rows } = await sql<{ id: string }>`
    select sent.id from unnest(${userIds}::text[], ${clientMessageIds}::text[]) operation (user_id, id)
    cross join lateral (
      select id from chat_messages
      where room_id = ${roomId} and user_id = operation.user_id and client_message_id = operation.id
      limit 1
    ) sent`.execute(db);
  return rows.map(({ id }) => id);
}

/** Messages by id, as the whole room sees them. */
export function findMessages(db: Db, roomId: string, ids: readonly string[]): Promise<ViewedMessage[]> {
  return messages(db, roomId, '').where('chat_messages.id', 'in', ids).execute();
}

/**
 * The statement that stores messages, to run with the commit. They are sent to PostgreSQL as one text. With a parameter
 * for each column of each message, every number of messages would need its own statement, and a busy chat would accept
 * a tenth fewer messages (ADR 13).
 */
export function insertingMessages(db: Db, rows: readonly MessageRow[]): Compilable {
  const { username, display_name, avatar, ...stored } = rows[0]!;
  const columns = Object.keys(stored) as (keyof typeof stored)[];
  return db
    .insertInto('chat_messages')
    .columns(columns)
    .expression((query) =>
      query
        .selectFrom(sql`json_populate_recordset(null::chat_messages, ${JSON.stringify(rows)}::json)`.as('given'))
        .select(columns),
    );
}

/** The statement that changes the text of a message. */
export function editingMessage(
  db: Db,
  id: string,
  {
    mentions,
    sequence,
    ...row
  }: Pick<MessageRow, 'content' | 'mentions' | 'edited_at' | 'version'> & { sequence: number },
): Compilable {
  return db
    .updateTable('chat_messages')
    .set({
      ...row,
      mentions: JSON.stringify(mentions),
      event_sequences: sql`event_sequences || ${sequence}::bigint`,
    })
    .where('id', '=', id);
}

/**
 * The statement that marks a message as deleted. Its text stays in the row, for reports, until the message is too old.
 */
export function hidingMessage(
  db: Db,
  id: string,
  row: Pick<MessageRow, 'deleted_at' | 'delete_actor_id' | 'delete_reason' | 'version'>,
): Compilable {
  return db.updateTable('chat_messages').set(row).where('id', '=', id);
}

/**
 * Keeps the room and the senders from being deleted until the transaction ends. @returns the existing senders by id;
 * none when the room is gone. All transactions take these locks before the lock of the room's events, so that they
 * cannot deadlock. Messages arrive continuously, and each could overtake a transaction that waits to delete the room's
 * row: the gate lets the deletion pass in the order of arrival.
 */
export async function lockSenders(db: Db, roomId: string, userIds: readonly string[]): Promise<Map<string, Sender>> {
  const [, rows] = await Promise.all([enterGate(db, roomId), keepSenders(db, roomId, userIds)]);
  return new Map(rows.map((row) => [row.id, row]));
}

export type Sender = Awaited<ReturnType<typeof keepSenders>>[number];

function keepSenders(db: Db, roomId: string, userIds: readonly string[]) {
  return db
    .selectFrom('rooms')
    .innerJoin('users', (join) => join.onTrue())
    .select(['users.id', 'users.username', 'users.display_name', 'users.avatar'])
    .where('rooms.id', '=', roomId)
    .where('rooms.deleted_at', 'is', null)
    .where('users.id', '=', sql<string>`any(${[...userIds]}::text[])`)
    .orderBy('users.id')
    .forKeyShare()
    .execute();
}

/** Usernames of the members of the room among `userIds`, by id. */
export async function listMemberNames(
  db: Db,
  roomId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('room_members')
    .innerJoin('users', 'users.id', 'room_members.user_id')
    .select(['users.id', 'users.username'])
    .where('room_members.room_id', '=', roomId)
    .where('users.id', '=', sql<string>`any(${[...userIds]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** The messages among `ids` that are in the room and can be answered. */
export async function listAnswerable(db: Db, roomId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('room_id', '=', roomId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Time of each person's last message, by user id. */
export async function listLastSentAt(db: Db, roomId: string, userIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_id: string; created_at: Date }>`
    select u.user_id, last.created_at from unnest(${[...userIds]}::text[]) as u (user_id)
    join lateral (
      select created_at from chat_messages
      where room_id = ${roomId} and user_id = u.user_id and notice_kind is null order by id desc limit 1
    ) last on true`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.created_at]));
}

/** Moves the messages, pins and deletions of an erased account to another one, and deletes its read positions. */
export async function changeAuthor(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  // The other account takes over messages of many users. A client id is unique per sender only, so the message's own id
  // replaces it.
  await db
    .updateTable('chat_messages')
    .set((row) => ({ user_id: toUserId, client_message_id: row.ref('id') }))
    .where('user_id', '=', fromUserId)
    .execute();
  await db
    .updateTable('chat_messages')
    .set({ delete_actor_id: toUserId })
    .where('delete_actor_id', '=', fromUserId)
    .execute();
  await db.updateTable('chat_pins').set({ pinned_by: toUserId }).where('pinned_by', '=', fromUserId).execute();
  await db.deleteFrom('chat_reads').where('reader_id', '=', fromUserId).execute();
}
