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
let made = 0;

/**
 * The PostgreSQL of this process, started at the first call (about half a second). It ends and its files go when the
 * process ends, however that happens.
 */
export function startTestPostgres(): Promise<TestPostgres> {
  server ??= start();
  return server;
}

/** Makes a database, empty or a copy of `template`, in about 20 ms. It is never dropped: the whole server goes. */
export async function freshDatabase(template?: DatabaseTemplate): Promise<DatabaseAddress> {
  const { address } = await startTestPostgres();
  if (template === undefined) return create(address, 'template0');
  let source = templates.get(template.name);
  if (source === undefined) {
    source = create(address, 'template0').then(async (prepared) => {
      await template.prepare(prepared);
      return prepared.database as string;
    });
    templates.set(template.name, source);
  }
  return create(address, await source);
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

async function start(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matinee-test-'));
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
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
