import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { withClient } from './client.ts';
import type { DatabaseAddress } from './database-address.ts';

/** One migration step of a feature. Once released it never changes: add a new step instead. */
export interface Migration {
  readonly feature: string;
  /**
   * File name without `.sql`: `001_rooms`. The steps of a feature run in order of their names, features in the given
   * order.
   */
  readonly name: string;
  readonly sql: string;
}

/** Key of the advisory lock that lets one process migrate at a time; any constant would do ('mati' in ASCII). */
const lockKey = 0x6d617469;

const ownTable = `
  create table if not exists schema_migrations (
    feature text not null, name text not null, sha256 text not null, applied_at timestamptz not null default now(),
    primary key (feature, name)
  )`;

/**
 * Reads the `NNN_*.sql` files of a folder: `loadMigrations('rooms', new URL('.', import.meta.url))`. The build copies
 * `.sql` files beside the compiled ones, so it works from `src` and from `dist`.
 */
export async function loadMigrations(feature: string, folder: URL): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{3}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      feature,
      name: file.slice(0, -4),
      sql: await readFile(new URL(file, folder), 'utf8'),
    })),
  );
}

/** The store's own tables. `migrate` runs them first; callers need not name them. */
export function ownMigrations(): Promise<readonly Migration[]> {
  return loadMigrations('store', new URL('./migrations/', import.meta.url));
}

/** The steps that `migrate` would apply now, in order; changes nothing. @throws the same errors as `migrate`. */
export async function pendingMigrations(
  address: DatabaseAddress,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  return withClient(address, 'migrations', async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('schema_migrations') is not null as found`,
    );
    return findPending(rows[0]?.found ? client : undefined, migrations);
  });
}

/**
 * Migrates the tables to the version of the code, and returns the applied steps. Each step is a transaction. An
 * advisory lock serializes replicas that start together. `beforeChange` runs before the tables of a non-empty database
 * are changed; if it fails, they stay unchanged. [ST30]–[ST33] [BU9]
 * @throws Error when an applied step has changed since, or when the database has steps that this version does not know.
 */
export async function migrate(
  address: DatabaseAddress,
  migrations: readonly Migration[],
  beforeChange: (pending: readonly Migration[]) => Promise<void> = async () => undefined,
): Promise<readonly Migration[]> {
  return withClient(address, 'migrations', async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(ownTable);
    const pending = await findPending(client, migrations);
    const { rows } = await client.query('select from schema_migrations limit 1');
    if (pending.length > 0 && rows.length > 0) await beforeChange(pending);
    for (const migration of pending) await apply(client, migration);
    return pending;
  });
}

/**
 * Applies exactly the steps in `wanted` to an empty database, inside the caller's transaction: the schema at the time
 * of a backup. [BK9]
 * @throws Error when this version does not have one of them, or has another text for it.
 */
export async function applySteps(
  client: pg.Client,
  migrations: readonly Migration[],
  wanted: readonly { feature: string; name: string; sha256: string }[],
): Promise<void> {
  const known = new Map(migrations.map((migration) => [keyOf(migration), hashOf(migration.sql)]));
  const strange = wanted.filter((step) => known.get(keyOf(step)) !== step.sha256).map(keyOf);
  if (strange.length > 0)
    throw new Error(
      `the backup was made by a newer Matinee: it has ${strange.join(', ')}. Restore it with the version that made it, or a later one`,
    );
  const keys = new Set(wanted.map(keyOf));
  await client.query(ownTable);
  for (const migration of migrations) if (keys.has(keyOf(migration))) await run(client, migration);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  await run(client, migration);
  await client.query('commit');
}

async function run(client: pg.Client, { feature, name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (feature, name, sha256) values ($1, $2, $3)', [
      feature,
      name,
      hashOf(sql),
    ]);
  } catch (cause) {
    throw new Error(`migration ${feature}/${name} failed: ${(cause as Error).message}`, { cause });
  }
}

async function findPending(client: pg.Client | undefined, given: readonly Migration[]): Promise<readonly Migration[]> {
  const migrations = [...(await ownMigrations()), ...given];
  const known = new Map(migrations.map((migration) => [keyOf(migration), migration]));
  if (known.size < migrations.length) throw new Error('two migrations of a feature have the same name');
  const { rows: applied } = client
    ? await client.query<{ feature: string; name: string; sha256: string }>(
        'select feature, name, sha256 from schema_migrations',
      )
    : { rows: [] };
  const unknown = applied.filter((row) => !known.has(keyOf(row))).map(keyOf);
  if (unknown.length > 0) {
    throw new Error(
      `the database is newer than this Matinee: it has ${unknown.join(', ')}. Start the version that made them, or a later one`,
    );
  }
  const changed = applied.filter((row) => hashOf(known.get(keyOf(row))?.sql ?? '') !== row.sha256).map(keyOf);
  if (changed.length > 0) {
    throw new Error(
      `migration ${changed.join(', ')} was changed after it was applied: restore it, and put the change into a new one`,
    );
  }
  const done = new Set(applied.map(keyOf));
  return migrations.filter((migration) => !done.has(keyOf(migration)));
}

function keyOf({ feature, name }: { feature: string; name: string }): string {
  return `${feature}/${name}`;
}

/** Line ends do not count, because a checkout on another system may change them. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
