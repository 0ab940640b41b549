import { sql } from 'kysely';
import type { Db } from '../chat.store.ts';

/** A message that goes, with where it is told. */
export interface GoingMessage {
  readonly id: string;
  readonly room_id: string;
  readonly event_sequences: readonly number[];
}

/** What is told of a message, reactions to it included. */
const allSequences = sql<number[]>`event_sequences || array(
  select sequence from chat_reaction_events where message_id = chat_messages.id)`.as('event_sequences');

/** Messages older than `before`, at most `limit`. Nobody waits for them: who changes one at the moment keeps it until the next time. */
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
 * `limit` rooms after `afterId`, each with the newest message that it has too many, where those that are pinned do not count, and the
 * newest notice of the server.
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

/** Messages of a room up to `lastId` that are not pinned, or what the server said up to it, the oldest first, at most `limit`. */
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

/** Those that are pinned, in the order in which all transactions lock rooms. */
export async function listPinned(db: Db, ids: readonly string[]): Promise<{ room_id: string; message_id: string }[]> {
  return db
    .selectFrom('chat_pins')
    .select(['room_id', 'message_id'])
    .where('message_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('room_id')
    .execute();
}

/** Deletes messages of a room. @returns how many, `limit` at most. */
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
