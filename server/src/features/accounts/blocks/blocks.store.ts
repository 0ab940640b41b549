import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** Owns the blocks between accounts; reads the names of users. */
export interface BlockTables extends Pick<Schema, 'user_blocks'> {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name'>;
}

type Db = Kysely<BlockTables>;

function blocksOf(db: Db, userId: string) {
  return db
    .selectFrom('user_blocks as b')
    .innerJoin('users', 'users.id', 'b.blocked_id')
    .select(['b.blocked_id', 'b.created_at', 'users.username', 'users.display_name'])
    .where('b.user_id', '=', userId);
}

export type BlockRow = NonNullable<Awaited<ReturnType<typeof findBlock>>>;

export function findBlock(db: Db, userId: string, blockedId: string) {
  return blocksOf(db, userId).where('b.blocked_id', '=', blockedId).executeTakeFirst();
}

/** Most recent first. */
export function listBlocks(db: Db, userId: string, page: Page) {
  return readPage(blocksOf(db, userId).orderBy('b.created_at', 'desc').orderBy('b.blocked_id'), page);
}

export async function countBlocks(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_blocks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertBlock(db: Db, row: BlockTables['user_blocks']): Promise<void> {
  await db
    .insertInto('user_blocks')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteBlock(db: Db, userId: string, blockedId: string): Promise<void> {
  await db.deleteFrom('user_blocks').where('user_id', '=', userId).where('blocked_id', '=', blockedId).execute();
}
