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

/** One sending of a message: a member repeats it with the same id when no answer came. */
export interface Operation {
  readonly userId: string;
  readonly clientMessageId: string;
}

/** The messages that were stored for these operations. */
export function findSent(db: Db, roomId: string, operations: readonly Operation[]): Promise<MessageRow[]> {
  const userIds = operations.map(({ userId }) => userId);
  const clientMessageIds = operations.map(({ clientMessageId }) => clientMessageId);
  return messages(db, roomId)
    .innerJoin(
      sql<{ user_id: string; id: string }>`unnest(${userIds}::text[], ${clientMessageIds}::text[])`.as<'o'>(
        sql`o (user_id, id)`,
      ),
      (join) =>
        join.onRef('o.user_id', '=', 'chat_messages.user_id').onRef('o.id', '=', 'chat_messages.client_message_id'),
    )
    .execute();
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

/** The statement that stores messages, to be run with the commit. */
export function insertingMessages(db: Db, rows: readonly MessageRow[]): Compilable {
  return db.insertInto('chat_messages').values(
    rows.map(({ username, ...row }) => ({
      ...row,
      metadata: row.metadata === null ? null : JSON.stringify(row.metadata),
    })),
  );
}

/**
 * Keeps others from deleting the room and the senders until the transaction ends. Gives the names of those who are there, by id;
 * none when the room is gone. All transactions take these locks before the lock of the room's events, so that no two of them wait
 * for each other. Messages come without a pause, and each may pass who waits to delete the room's row: the gate lets the deletion
 * have its turn.
 */
export async function lockSenders(db: Db, roomId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const [, rows] = await Promise.all([enterGate(db, roomId), keepSenders(db, roomId, userIds)]);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

function keepSenders(db: Db, roomId: string, userIds: readonly string[]) {
  return db
    .selectFrom('rooms')
    .innerJoin('users', (join) => join.onTrue())
    .select(['users.id', 'users.username'])
    .where('rooms.id', '=', roomId)
    .where('users.id', '=', sql<string>`any(${[...userIds]}::text[])`)
    .orderBy('users.id')
    .forKeyShare()
    .execute();
}

/** When each of these people sent their last message, by user id. */
export async function listLastSentAt(db: Db, roomId: string, userIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_id: string; created_at: Date }>`
    select u.user_id, last.created_at from unnest(${[...userIds]}::text[]) as u (user_id)
    join lateral (
      select created_at from chat_messages where room_id = ${roomId} and user_id = u.user_id order by id desc limit 1
    ) last on true`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.created_at]));
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
