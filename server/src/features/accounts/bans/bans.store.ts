import type { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';

/** This feature owns the bans. */
export interface BanTables {
  bans: Narrowed<Schema['bans'], { target: BanTarget }>;
}

export type BanRow = Selectable<BanTables['bans']>;

type Db = Kysely<BanTables>;

export async function insertBan(db: Db, row: BanRow): Promise<void> {
  await db.insertInto('bans').values(row).execute();
}

/** Ends the ban in force; undefined if there is none. */
export function liftBan(
  db: Db,
  target: BanTarget,
  targetId: string,
  lifted: Pick<BanRow, 'lifted_at' | 'lifted_by_name'>,
): Promise<BanRow | undefined> {
  return db
    .updateTable('bans')
    .set(lifted)
    .where('target', '=', target)
    .where('target_id', '=', targetId)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The bans in force of these users or rooms. */
export async function findBans(db: Db, target: BanTarget, targetIds: readonly string[]): Promise<BanRow[]> {
  if (targetIds.length === 0) return [];
  return db
    .selectFrom('bans')
    .selectAll()
    .where('target', '=', target)
    .where('target_id', 'in', targetIds)
    .where('lifted_at', 'is', null)
    .execute();
}

/** Bans that have expired but are still in force, ordered by id, after `afterId`. */
export function listDueBans(db: Db, now: Date, afterId: string, limit: number): Promise<BanRow[]> {
  return db
    .selectFrom('bans')
    .selectAll()
    .where('lifted_at', 'is', null)
    .where('until', '<=', now)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Newest first. `target` 0 and `targetId` empty: any. */
export function listBans(db: Db, page: { target: BanTarget; targetId: string; activeOnly: boolean } & Page) {
  const filtered = db
    .selectFrom('bans')
    .$if(page.target !== 0, (q) => q.where('target', '=', page.target))
    .$if(page.targetId !== '', (q) => q.where('target_id', '=', page.targetId))
    .$if(page.activeOnly, (q) => q.where('lifted_at', 'is', null));
  return readPage(filtered.selectAll().orderBy('id', 'desc'), page);
}
