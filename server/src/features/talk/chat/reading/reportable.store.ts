import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../../../store/database.ts';
import type { ChatTables } from '../chat.store.ts';

/** A message by a person that is not deleted, with its author: the content of a report. */
export function findReportable(reader: Reader, roomId: string, id: string) {
  const db: Kysely<ChatTables> = reader.query();
  return db
    .selectFrom('chat_messages as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.content', 'm.created_at', 'u.username'])
    .where('m.room_id', '=', roomId)
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .where('m.notice_kind', 'is', null)
    .executeTakeFirst();
}

/** SQL for whether the user has written in the room, for statements of features that do not depend on chat. */
export function wroteIn(roomId: string, userId: string) {
  return sql<SqlBool>`exists (select from chat_messages c where c.room_id = ${roomId} and c.user_id = ${userId})`;
}
