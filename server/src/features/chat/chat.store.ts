import type { JsonObject } from '@bufbuild/protobuf';
import type { Compilable, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { enterGate } from '../../store/gate.ts';
import type { Schema } from '../../store/gen/schema.ts';
import type { Narrowed } from '../../store/narrowed.ts';

/** Owns messages, reads their authors and rooms. */
export interface ChatTables {
  chat_messages: Narrowed<Schema['chat_messages'], { metadata: JsonObject | null }>;
  users: Pick<Schema['users'], 'id' | 'username'>;
  rooms: Pick<Schema['rooms'], 'id'>;
}

export type MessageRow = Selectable<ChatTables['chat_messages']> & { username: string };

type Db = Kysely<ChatTables>;

function messages(db: Db, roomId: string) {
  return db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.user_id')
    .selectAll('chat_messages')
    .select('users.username')
    .where('room_id', '=', roomId)
    .$castTo<MessageRow>();
}

export function findMessage(db: Db, roomId: string, id: string): Promise<MessageRow | undefined> {
  return messages(db, roomId).where('chat_messages.id', '=', id).executeTakeFirst();
}

export function findSent(
  db: Db,
  roomId: string,
  userId: string,
  clientMessageId: string,
): Promise<MessageRow | undefined> {
  return messages(db, roomId)
    .where('user_id', '=', userId)
    .where('client_message_id', '=', clientMessageId)
    .executeTakeFirst();
}

/** Newest first. */
export function listMessages(
  db: Db,
  roomId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<MessageRow[]> {
  return messages(db, roomId)
    .$if(beforeId !== undefined, (q) => q.where('chat_messages.id', '<', beforeId!))
    .orderBy('chat_messages.id', 'desc')
    .limit(limit)
    .execute();
}

/** The statement that stores a message, to be run with the commit. It fails for an operation that the user has sent before: see `isSentBefore`. */
export function insertingMessage(db: Db, { username, ...row }: MessageRow): Compilable {
  return db
    .insertInto('chat_messages')
    .values({ ...row, metadata: row.metadata === null ? null : JSON.stringify(row.metadata) });
}

/** True when a commit failed because another call, at the same time, has stored the message of the same operation. */
export function isSentBefore(cause: unknown): boolean {
  const { code, constraint } = (cause ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'chat_messages_room_id_user_id_client_message_id_key';
}

/**
 * Keeps others from deleting the room and the sender until the transaction ends. All transactions take these locks before the lock
 * of the room's events, so that no two of them wait for each other. Undefined when the room or the sender is gone.
 * Messages come without a pause, and each may pass who waits to delete the room's row: the gate lets the deletion have its turn.
 */
export async function lockSender(db: Db, roomId: string, userId: string): Promise<{ username: string } | undefined> {
  const [, sender] = await Promise.all([enterGate(db, roomId), keepSender(db, roomId, userId)]);
  return sender;
}

function keepSender(db: Db, roomId: string, userId: string): Promise<{ username: string } | undefined> {
  return db
    .selectFrom('rooms')
    .innerJoin('users', (join) => join.onTrue())
    .select('users.username')
    .where('rooms.id', '=', roomId)
    .where('users.id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
}

export function findLastSentAt(db: Db, roomId: string, userId: string) {
  return db
    .selectFrom('chat_messages')
    .select('created_at')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes what is older than `before`, and in each room what exceeds `maxPerRoom` (0: no cap). */
export async function deleteOldMessages(db: Db, before: Date, maxPerRoom: number): Promise<void> {
  await db.deleteFrom('chat_messages').where('created_at', '<', before).execute();
  if (maxPerRoom === 0) return;
  await sql`
    DELETE FROM chat_messages USING (
      SELECT id, row_number() OVER (PARTITION BY room_id ORDER BY id DESC) AS place FROM chat_messages
    ) ranked WHERE ranked.id = chat_messages.id AND ranked.place > ${maxPerRoom}`.execute(db);
}

/** Gives the messages of an account to another one. */
export async function changeAuthor(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await db.updateTable('chat_messages').set({ user_id: toUserId }).where('user_id', '=', fromUserId).execute();
}
