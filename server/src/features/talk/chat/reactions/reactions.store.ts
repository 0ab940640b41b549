import { type Compilable, sql } from 'kysely';
import { type Page, readPage } from '../../../../store/queries/page.ts';
import { type CountedReaction, countedReactions, type Db } from '../chat.store.ts';

export interface ReactionRow {
  readonly message_id: string;
  readonly reaction_key: string;
  readonly user_id: string;
  readonly reacted_at: Date;
}

/** False: it already existed. */
export async function insertReaction(db: Db, row: ReactionRow): Promise<boolean> {
  const inserted = await db
    .insertInto('chat_reactions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False: it did not exist. */
export async function deleteReaction(db: Db, row: Omit<ReactionRow, 'reacted_at'>): Promise<boolean> {
  const deleted = await db
    .deleteFrom('chat_reactions')
    .where('message_id', '=', row.message_id)
    .where('reaction_key', '=', row.reaction_key)
    .where('user_id', '=', row.user_id)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function countReactions(db: Db, messageId: string, viewerId: string): Promise<readonly CountedReaction[]> {
  const { reactions } = await db
    .selectFrom('chat_messages')
    .select(countedReactions(viewerId).as('reactions'))
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  return reactions;
}

/** The people who chose a reaction, the earliest first. */
export function listReactionUsers(db: Db, messageId: string, key: string, page: Page) {
  return readPage(
    db
      .selectFrom('chat_reactions')
      .innerJoin('users', 'users.id', 'chat_reactions.user_id')
      .select(['users.id', 'users.username', 'users.display_name', 'chat_reactions.reacted_at'])
      .where('message_id', '=', messageId)
      .where('reaction_key', '=', key)
      .orderBy('reacted_at')
      .orderBy(sql`users.id`),
    page,
  );
}

/** The statement that records which stored event holds a reaction. */
export function notingReactionEvent(db: Db, messageId: string, sequence: number): Compilable {
  return db.insertInto('chat_reaction_events').values({ message_id: messageId, sequence });
}

/** Sequence numbers of the stored events that hold reactions to a message. */
export async function listReactionEvents(db: Db, messageId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_reaction_events')
    .select('sequence')
    .where('message_id', '=', messageId)
    .execute();
  return rows.map(({ sequence }) => sequence);
}

/** The statements that remove reactions and the pin from a message. */
export function deleteAdditions(db: Db, messageId: string): Compilable[] {
  return [
    db.deleteFrom('chat_reactions').where('message_id', '=', messageId),
    db.deleteFrom('chat_reaction_events').where('message_id', '=', messageId),
    db.deleteFrom('chat_pins').where('message_id', '=', messageId),
  ];
}
