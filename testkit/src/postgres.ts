import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import { makeLog } from '@matinee/server/kernel/log.ts';
import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';
import { embeddedPostgres } from '@matinee/server/store/embedded/embedded-postgres.ts';
import pg from 'pg';
import { runAtEnd } from './processes/at-end.ts';

/** A PostgreSQL for the tests of one process. */
export interface TestPostgres {
  /** The superuser's connection to the database `matinee`. Tests do not change that database. */
  readonly address: DatabaseAddress;
}

/** A database that many tests start from. It is made once and then copied. */
export interface DatabaseTemplate {
  readonly name: string;
  prepare(address: DatabaseAddress): Promise<unknown>;
}

let server: Promise<TestPostgres> | undefined;
const templates = new Map<string, Promise<string>>();
/** Databases that exist, except those of templates. */
const fresh = new Set<string>();
let made = 0;

/**
 * The PostgreSQL of this process, started at the first call (about half a second). It ends and its files go when the
 * process ends, however that happens.
 */
export function startTestPostgres(): Promise<TestPostgres> {
  server ??= start();
  return server;
}

/** Makes a database, empty or a copy of `template`, in about 60 ms. `dropDatabases` drops it. */
export async function freshDatabase(template?: DatabaseTemplate): Promise<DatabaseAddress> {
  const { address } = await startTestPostgres();
  const database = await create(address, template === undefined ? 'template0' : await prepared(template));
  fresh.add(database.database!);
  return database;
}

/** The database of the template. The first call makes it. */
function prepared(template: DatabaseTemplate): Promise<string> {
  const known = templates.get(template.name);
  if (known) return known;
  const made = prepare(template);
  templates.set(template.name, made);
  return made;
}

async function prepare(template: DatabaseTemplate): Promise<string> {
  const { address } = await startTestPostgres();
  const database = await create(address, 'template0');
  await template.prepare(database);
  return database.database!;
}

/** Drops the databases that were created since the last call, which are those of one test file. */
export async function dropDatabases(): Promise<void> {
  if (fresh.size === 0) return;
  const { address } = await startTestPostgres();
  const client = new pg.Client(address);
  await client.connect();
  try {
    for (const database of fresh) await client.query(`drop database ${database} with (force)`);
  } finally {
    fresh.clear();
    await client.end();
  }
}

async function create(address: DatabaseAddress, template: string): Promise<DatabaseAddress> {
  const database = `test_${++made}`;
  const client = new pg.Client(address);
  await client.connect();
  try {
    await client.query(`create database ${database} template ${template}`);
  } finally {
    await client.end();
  }
  return { ...address, database };
}

/** Tests survive no crash of their database, and it is small: it keeps little, and cleans up rarely. */
const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '96MB',
  autovacuum_naptime: '10min',
};

async function start(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matinee-test-'));
  const settings = { ...careless, max_connections: '200' };
  const postgres = embeddedPostgres({ dataDir, log: makeLog('silent'), clock: systemClock, settings });
  await postgres.start?.();
  const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  runAtEnd(
    'kill -QUIT "$1" 2>/dev/null; while kill -0 "$1" 2>/dev/null; do sleep 0.05; done; rm -rf "$2"',
    String(pid),
    dataDir,
  );
  return { address: postgres.address() };
}
