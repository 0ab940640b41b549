import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../../store/gen/schema.ts';

export type MovingTables = Pick<Schema, 'file_contents' | 'files' | 'file_uploads' | 'file_removals'>;
type Db = Kysely<MovingTables>;
type ContentRow = Selectable<Schema['file_contents']>;

/** The configured backend for the files of a kind. */
export interface Place {
  readonly kind: string;
  readonly backend: string;
}

/** Bytes in a backend that is not the configured one for any of their files. */
export type Misplaced = ContentRow & { readonly target: string };

const placesOf = (places: readonly Place[]) =>
  sql`unnest(${places.map(({ kind }) => kind)}::text[], ${places.map(({ backend }) => backend)}::text[]) as place (kind, backend)`;

/** Contents in use in a backend that is not the configured one for any of their files. */
const misplaced = (places: readonly Place[], afterId: string) => sql`
  from file_contents as content
  cross join lateral (
    select min(place.backend) as target, coalesce(bool_or(place.backend = content.backend), true) as is_right
    from files join ${placesOf(places)} on place.kind = files.kind where files.content_id = content.id
  ) as belongs
  where content.id > ${afterId} and not belongs.is_right`;

/** The next content by id. */
export async function findMisplaced(db: Db, places: readonly Place[], afterId: string): Promise<Misplaced | undefined> {
  const { rows } = await sql<Misplaced>`
    select content.*, belongs.target ${misplaced(places, afterId)} order by content.id limit 1`.execute(db);
  return rows[0];
}

export async function countMisplaced(db: Db, places: readonly Place[], afterId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${misplaced(places, afterId)}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Schedules the removal of a location at `dueAt` before bytes are written there, unless they are kept by then. */
export async function freeUnlessKept(db: Db, location: string, backend: string, dueAt: Date): Promise<void> {
  await db.insertInto('file_removals').values({ location, backend, due_at: dueAt }).execute();
}

/**
 * Makes the files of `from` use the bytes of `to`. The old bytes stay for current readers, and are freed like all
 * unused bytes. False: the new location was abandoned meanwhile, or `from` is gone.
 */
export async function takeOver(
  db: Db,
  from: ContentRow,
  to: { id: string; backend: string },
  at: Date,
): Promise<boolean> {
  const old = await db
    .selectFrom('file_contents')
    .select('id')
    .where('id', '=', from.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const kept = await db.deleteFrom('file_removals').where('location', '=', to.id).executeTakeFirst();
  if (!old || kept.numDeletedRows === 0n) return false;
  const { id } = await db
    .insertInto('file_contents')
    .values({ ...withoutTarget(from), id: to.id, backend: to.backend, orphaned_at: null })
    .onConflict((conflict) => conflict.columns(['backend', 'manifest_sha256']).doUpdateSet({ orphaned_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow();
  // If a user has uploaded the same bytes there meanwhile, this copy is not needed.
  if (id !== to.id) await freeUnlessKept(db, to.id, to.backend, at);
  await db.updateTable('files').set({ content_id: id }).where('content_id', '=', from.id).execute();
  await db
    .updateTable('file_uploads')
    .set({ content_id: id, backend: to.backend })
    .where('content_id', '=', from.id)
    .execute();
  await orderVariants(db, from.id, id, at);
  await db.updateTable('file_contents').set({ orphaned_at: at }).where('id', '=', from.id).execute();
  return true;
}

/** Orders the smaller pictures again for the new location; until they exist, clients get the full picture. */
async function orderVariants(db: Db, fromId: string, toId: string, at: Date): Promise<void> {
  await sql`
    insert into file_variant_jobs (content_id, names, due_at)
    select ${toId}, array_agg(name), ${at} from (
      select name from file_variants where content_id = ${fromId}
      union select unnest(names) from file_variant_jobs where content_id = ${fromId}
    ) as wanted
    where not exists (select from file_variants where content_id = ${toId} and file_variants.name = wanted.name)
    having count(*) > 0
    on conflict (content_id) do update set names = array(
      select distinct unnest(file_variant_jobs.names || excluded.names)
    )`.execute(db);
}

function withoutTarget(row: ContentRow & { readonly target?: string }): ContentRow {
  const { target: _, ...content } = row;
  return content;
}
