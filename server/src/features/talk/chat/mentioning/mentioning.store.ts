import { sql } from 'kysely';
import type { Db } from '../chat.store.ts';

/** A message that mentions members or replies to one. */
export interface MentioningMessage {
  readonly id: string;
  readonly room_id: string;
  readonly user_id: string;
  /** Ids of the mentioned members. */
  readonly named: string[];
  /** Id of the member who gets the reply. */
  readonly answered: string | null;
}

export function insertingNews(db: Db, messageIds: readonly string[]) {
  return db.insertInto('chat_mention_news').values(messageIds.map((message_id) => ({ message_id })));
}

/** Claims up to `limit` messages exclusively. Skips messages that were deleted meanwhile. */
export async function claimNews(db: Db, limit: number): Promise<MentioningMessage[]> {
  const { rows } = await sql<MentioningMessage>`
    with taken as (
      delete from chat_mention_news where message_id in (
        select message_id from chat_mention_news order by message_id limit ${limit} for update skip locked
      ) returning message_id
    )
    select m.id, m.room_id, m.user_id,
      array(
        select distinct r.user_id from jsonb_array_elements(m.mentions) mention
        join room_members r on r.room_id = m.room_id and r.user_id = mention ->> 'userId'
      ) as named,
      (
        select r.user_id from chat_messages a join room_members r on r.room_id = a.room_id and r.user_id = a.user_id
        where a.id = m.reply_to_message_id
      ) as answered
    from taken join chat_messages m on m.id = taken.message_id where m.deleted_at is null order by m.id`.execute(db);
  return rows;
}
