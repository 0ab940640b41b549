import { sql } from 'kysely';
import type { Db } from '../files.store.ts';

/** Deletes expired uploads. @returns how many. */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from file_uploads where expires_at <= ${now} and id in (
      select id from file_uploads where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes files that were never used. @returns how many. */
export async function deleteUnused(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from files where used_at is null and id in (
      select id from files where used_at is null and created_at < ${before} order by created_at limit ${limit}
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const isReferred = sql<boolean>`(
  exists (select from files where content_id = file_contents.id)
  or exists (select from file_uploads where content_id = file_contents.id))`;

/** Marks contents that have lost their last reference, and unmarks contents that are referenced again. */
export async function markOrphans(db: Db, now: Date): Promise<void> {
  await sql`update file_contents set orphaned_at = ${now} where orphaned_at is null and not ${isReferred}`.execute(db);
  await sql`update file_contents set orphaned_at = null where orphaned_at is not null and ${isReferred}`.execute(db);
}

/** Deletes contents that have had no reference since `before`. @returns how many. */
export async function deleteOrphans(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from file_contents where orphaned_at < ${before} order by orphaned_at limit ${limit}
    for update skip locked`.execute(db);
  const ids = rows.map(({ id }) => id);
  // The rows are locked, so no new reference can be added from here on. Earlier ones are visible now.
  await sql`delete from file_contents where id = any(${ids}::text[]) and not ${isReferred}`.execute(db);
  return ids.length;
}

/** Claims locations that are due for removal, so that no other caller takes them until the claim ends. */
export async function takeRemovals(
  db: Db,
  now: Date,
  until: Date,
  limit: number,
): Promise<readonly { location: string; backend: string; handle: string | null }[]> {
  const { rows } = await sql<{ location: string; backend: string; handle: string | null }>`
    update file_removals set due_at = ${until}, failures = failures + 1 where location in (
      select location from file_removals where due_at <= ${now} order by due_at limit ${limit} for update skip locked
    ) returning location, backend, handle`.execute(db);
  return rows;
}

export async function deleteRemoval(db: Db, location: string): Promise<void> {
  await db.deleteFrom('file_removals').where('location', '=', location).execute();
}
