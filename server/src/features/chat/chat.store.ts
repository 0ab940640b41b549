import type { JsonObject } from '@bufbuild/protobuf';
import type { ColumnType, Generated, Kysely } from 'kysely';
import { sql } from 'kysely';

export interface MessageRow {
  id: string;
  room_id: string;
  user_id: string;
  username: string;
  client_message_id: string;
  content: string;
  display_position: string;
  display_color: string;
  metadata: JsonObject | null;
  playback_media_id: string | null;
  playback_playlist_id: string | null;
  playback_position_seconds: number | null;
  created_at: Date;
  version: number;
}

export interface ChatTables {
  chat_messages: Omit<MessageRow, 'username' | 'metadata' | 'version'> & {
    metadata: ColumnType<JsonObject | null, string | null, string | null>;
    version: Generated<number>;
  };
  users: { id: string; username: string };
  rooms: { id: string };
}

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

/** The stored row; undefined when this operation of the user was stored before. */
export function insertMessage(
  db: Db,
  row: Omit<MessageRow, 'username' | 'metadata' | 'version'> & { metadata: string | null },
): Promise<Omit<MessageRow, 'username'> | undefined> {
  return db
    .insertInto('chat_messages')
    .values(row)
    .onConflict((c) => c.columns(['room_id', 'user_id', 'client_message_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Holds the room and the sender until the transaction ends, as a message that refers to them does. Taken before the room's place
 * among the events, like everywhere else, so that nobody waits in a circle. `oneByOne` makes messages of one user come one after
 * another. Undefined when one of them is gone.
 */
export function lockSender(
  db: Db,
  roomId: string,
  userId: string,
  oneByOne: boolean,
): Promise<{ username: string } | undefined> {
  return db
    .selectFrom('rooms')
    .innerJoin('users', (join) => join.onTrue())
    .select('users.username')
    .where('rooms.id', '=', roomId)
    .where('users.id', '=', userId)
    .forKeyShare('rooms')
    .$if(oneByOne, (q) => q.forNoKeyUpdate('users'))
    .$if(!oneByOne, (q) => q.forKeyShare('users'))
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
