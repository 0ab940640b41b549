import { sql } from 'kysely';
import type { Db } from '../chat.store.ts';

/** A message to delete, with the sequence numbers of its events. */
export interface GoingMessage {
  readonly id: string;
  readonly room_id: string;
  readonly event_sequences: readonly number[];
}

/** Sequence numbers of all events about a message, including reactions to it. */
const allSequences = sql<number[]>`event_sequences || array(
  select sequence from chat_reaction_events where message_id = chat_messages.id)`.as('event_sequences');

/**
 * At most `limit` messages older than `before`. Skips locked rows: a message that is being changed stays until the next
 * run.
 */
export async function takeOld(db: Db, before: Date, limit: number): Promise<readonly GoingMessage[]> {
  return db
    .selectFrom('chat_messages')
    .select(['id', 'room_id', allSequences])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/**
 * `limit` rooms after `afterId`. Each has the newest message beyond the limit, not counting pinned messages, and the
 * newest notice beyond the limit.
 */
export async function listCrowded(
  db: Db,
  max: number,
  afterId: string,
  limit: number,
): Promise<readonly CrowdedRoom[]> {
  const { rows } = await sql<CrowdedRoom>`
    select r.id, (
      select m.id from chat_messages m where m.room_id = r.id and m.notice_kind is not null
      order by m.id desc offset ${max} limit 1
    ) as last_notice_id, (
      select m.id from chat_messages m where m.room_id = r.id and m.notice_kind is null
        and not exists (select from chat_pins p where p.message_id = m.id)
      order by m.id desc offset ${max} limit 1
    ) as last_id
    from (select id from rooms where id > ${afterId} order by id limit ${limit}) r order by r.id`.execute(db);
  return rows;
}

interface CrowdedRoom {
  readonly id: string;
  readonly last_id: string | null;
  readonly last_notice_id: string | null;
}

/**
 * The oldest messages of a room up to `lastId` that are not pinned, or its oldest notices up to `lastId`; at most
 * `limit`.
 */
export async function takeCrowding(
  db: Db,
  roomId: string,
  lastId: string,
  isNotice: boolean,
  limit: number,
): Promise<readonly GoingMessage[]> {
  return db
    .selectFrom('chat_messages')
    .select(['id', 'room_id', allSequences])
    .where('room_id', '=', roomId)
    .where('id', '<=', lastId)
    .where('notice_kind', isNotice ? 'is not' : 'is', null)
    .where(sql<boolean>`not exists (select from chat_pins where message_id = chat_messages.id)`)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/** The pinned messages, in the order in which all transactions lock rooms. */
export async function listPinned(db: Db, ids: readonly string[]): Promise<{ room_id: string; message_id: string }[]> {
  return db
    .selectFrom('chat_pins')
    .select(['room_id', 'message_id'])
    .where('message_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('room_id')
    .execute();
}

/** Deletes at most `limit` messages of a room. @returns how many. */
export async function deleteSome(db: Db, roomId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_messages')
    .where('id', 'in', (q) => q.selectFrom('chat_messages').select('id').where('room_id', '=', roomId).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteMessages(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('chat_messages')
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}
