import { sql } from 'kysely';
import { firstIdAt } from '../../../../kernel/ids.ts';
import type { Db } from '../chat.store.ts';

/** Unread messages are counted up to this number. */
export const maxCounted = 1_000;

/** A person's read position, and the unread messages after it. */
export interface Unread {
  readonly message_id: string | null;
  readonly read_at: Date | null;
  readonly unread: number;
  readonly mentions: number;
  readonly first_id: string | null;
}

/** Advances a person's read position; never moves it back. */
export async function advanceRead(
  db: Db,
  row: { room_id: string; reader_id: string; message_id: string; read_at: Date },
): Promise<void> {
  await db
    .insertInto('chat_reads')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'reader_id'])
        .doUpdateSet({ message_id: row.message_id, read_at: row.read_at })
        .whereRef('chat_reads.message_id', '<', sql.ref('excluded.message_id')),
    )
    .execute();
}

/** Ids and dates of messages may come from processes whose clocks differ by this much, in milliseconds. */
const clocksApartMs = 60_000;

/**
 * Reads a person's read position, and counts later messages of others whom they have not blocked. For a member without
 * a position, counts from the time they joined: a room may have had a million messages before. A mention is a name in
 * the text, or a reply.
 */
export async function findUnread(db: Db, roomId: string, readerId: string): Promise<Unread> {
  const { message_id, read_at, joined_at } = await findPlace(db, roomId, readerId);
  const joinedId = joined_at && firstIdAt('msg', joined_at.getTime() - clocksApartMs);
  const after = message_id ?? joinedId;
  if (after === null) return { message_id, read_at, unread: 0, mentions: 0, first_id: null };
  const { rows } = await sql<Pick<Unread, 'unread' | 'mentions' | 'first_id'>>`
    with fresh as (
      select m.id, m.mentions, m.reply_to_message_id from chat_messages m
      where m.room_id = ${roomId} and m.id > ${after} and (${message_id}::text is not null or m.created_at > ${joined_at})
        and m.user_id <> ${readerId} and m.deleted_at is null and m.notice_kind is null
        and not exists (select from user_blocks where user_id = ${readerId} and blocked_id = m.user_id)
      order by m.id limit ${maxCounted}
    )
    select (select count(*)::int from fresh) as unread,
      (select count(*)::int from fresh left join chat_messages answered on answered.id = fresh.reply_to_message_id
        where fresh.mentions @> jsonb_build_array(jsonb_build_object('userId', ${readerId}::text)) or answered.user_id = ${readerId}
      ) as mentions,
      (select min(id) from fresh) as first_id`.execute(db);
  return { message_id, read_at, ...rows[0]! };
}

interface Place extends Pick<Unread, 'message_id' | 'read_at'> {
  /** Null: a guest. */
  readonly joined_at: Date | null;
}

async function findPlace(db: Db, roomId: string, readerId: string): Promise<Place> {
  const { rows } = await sql<Place>`
    select max(message_id) as message_id, max(read_at) as read_at,
      (select joined_at from room_members where room_id = ${roomId} and user_id = ${readerId}) as joined_at
    from chat_reads where room_id = ${roomId} and reader_id = ${readerId}`.execute(db);
  return rows[0]!;
}

/** A member, and the time of their last reading if they have read the message. */
export interface Reader {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly read_at: Date | null;
}

/**
 * Members other than the author. `hasRead`: the readers of the message, the latest first; otherwise the rest, by name.
 */
export async function listReaders(
  db: Db,
  roomId: string,
  message: { readonly id: string; readonly user_id: string },
  hasRead: boolean,
  limit: number,
): Promise<{ rows: Reader[]; total: number }> {
  const { rows } = await sql<Reader & { total: number }>`
    select u.id, u.username, u.display_name, case when ${hasRead} then r.read_at end as read_at, count(*) over ()::int as total
    from room_members m
    join users u on u.id = m.user_id
    left join chat_reads r on r.room_id = m.room_id and r.reader_id = m.user_id
    where m.room_id = ${roomId} and m.user_id <> ${message.user_id}
      and coalesce(r.message_id >= ${message.id}, false) = ${hasRead}
    order by case when ${hasRead} then r.read_at end desc, u.display_name collate natural_order limit ${limit}`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Deletes read positions not updated since `before`. Guests do not return under the same id. */
export async function deleteReadsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('chat_reads').where('read_at', '<', before).execute();
}
