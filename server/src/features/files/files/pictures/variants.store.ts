import { sql } from 'kysely';
import type { ContentRow, Db } from '../files.store.ts';

/** A job that belongs to the caller until its lease ends. */
export interface Job {
  readonly content: ContentRow;
  readonly names: readonly string[];
  /** Includes the current attempt. */
  readonly attempts: number;
}

/** Orders the variants that are neither made nor ordered yet. */
export async function order(db: Db, contentId: string, names: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into file_variant_jobs (content_id, names, due_at)
    select ${contentId}, array_agg(name), ${at} from unnest(${[...names]}::text[]) as wanted (name)
    where not exists (select from file_variants where content_id = ${contentId} and file_variants.name = wanted.name)
    having count(*) > 0
    on conflict (content_id) do update set names = array(
      select distinct unnest(file_variant_jobs.names || excluded.names)
    )`.execute(db);
}

/** The next due job. No other caller gets it before `until`. */
export async function takeJob(db: Db, now: Date, until: Date): Promise<Job | undefined> {
  const { rows } = await sql<{ content_id: string; names: string[]; attempts: number }>`
    update file_variant_jobs set due_at = ${until}, attempts = attempts + 1 where content_id = (
      select content_id from file_variant_jobs where due_at <= ${now} order by due_at limit 1 for update skip locked
    ) returning content_id, names, attempts`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const content = await db.selectFrom('file_contents').selectAll().where('id', '=', row.content_id).executeTakeFirst();
  return content && { content, names: row.names, attempts: row.attempts };
}

/**
 * Removes finished names from the job, and deletes the job with the last one. More names may have been ordered
 * meanwhile.
 */
export async function endJob(db: Db, contentId: string, done: readonly string[]): Promise<void> {
  await sql`
    update file_variant_jobs set names = array(select unnest(names) except select unnest(${[...done]}::text[])), attempts = 0
    where content_id = ${contentId}`.execute(db);
  await sql`delete from file_variant_jobs where content_id = ${contentId} and names = '{}'`.execute(db);
}

export interface VariantRow {
  readonly name: string;
  readonly backend: string;
  readonly location: string;
  readonly size_bytes: number;
}

/** False: the content is gone, or already has this variant. */
export async function keepVariant(db: Db, contentId: string, variant: VariantRow): Promise<boolean> {
  const content = await db
    .selectFrom('file_contents')
    .select('id')
    .where('id', '=', contentId)
    .forKeyShare()
    .executeTakeFirst();
  if (!content) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('file_variants')
    .values({ ...variant, content_id: contentId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function findVariant(db: Db, contentId: string, name: string): Promise<VariantRow | undefined> {
  return db
    .selectFrom('file_variants')
    .select(['name', 'backend', 'location', 'size_bytes'])
    .where('content_id', '=', contentId)
    .where('name', '=', name)
    .executeTakeFirst();
}
