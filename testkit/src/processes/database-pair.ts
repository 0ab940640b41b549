/** A PostgreSQL with a standby, for operators who must not lose the database with its machine. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import { makeLog } from '@matinee/server/kernel/log.ts';
import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';
import { type EmbeddedPostgres, embeddedPostgres } from '@matinee/server/store/embedded/embedded-postgres.ts';
import pg from 'pg';
import { startDatabaseProxy } from '../outside/database-proxy.ts';
import { makeDataDir, removeDataDir } from '../process.ts';
import { until } from '../until.ts';

export interface DatabasePair {
  /** Leads to the primary, whichever that is. */
  readonly address: DatabaseAddress;
  /** Loses the primary in the middle of its work, and makes the standby the primary. Once only. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both. The primary acknowledges only data that is on the disk of the standby. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const [first, second] = [await makeDataDir(), await makeDataDir()];
  await cloneCluster(first, second);
  const primary = postgresIn(first, { synchronous_standby_names: '*' });
  await primary.start?.();
  const { host, user } = primary.address();
  const standby = postgresIn(second, { primary_conninfo: `host=${host} port=5432 user=${user}`, hot_standby: 'on' });
  await standby.start?.();
  await ask(primary.address(), (client) =>
    until('the standby follows', () => isTrue(client, 'select count(*) = 1 from pg_stat_replication')),
  );
  const proxy = await startDatabaseProxy(primary.address(), (client, server) => {
    client.pipe(server).pipe(client);
  });
  return {
    address: proxy.address,
    async failOver() {
      proxy.lead(undefined);
      await primary.stop?.(AbortSignal.abort());
      await ask(standby.address(), (client) => isTrue(client, 'select pg_promote()'));
      proxy.lead(standby.address());
    },
    async stop() {
      proxy.close();
      await Promise.all([first, second].map(removeDataDir));
    },
  };
}

/** Makes a cluster in the first folder, and a standby of the same cluster in the second one. */
async function cloneCluster(first: string, second: string): Promise<void> {
  const original = postgresIn(first, {});
  await original.start?.();
  await original.stop?.(AbortSignal.timeout(60_000));
  // Preserves the owners: the database runs as its own user.
  await promisify(execFile)('cp', ['-a', join(first, 'postgres'), second]);
  await writeFile(join(second, 'postgres', 'standby.signal'), '');
}

function postgresIn(dataDir: string, settings: Readonly<Record<string, string>>): EmbeddedPostgres {
  return embeddedPostgres({ dataDir, log: makeLog('silent'), clock: systemClock, settings });
}

async function ask<T>(address: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  return work(client).finally(() => client.end());
}

async function isTrue(client: pg.Client, sql: string): Promise<boolean> {
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  return rows[0]?.[0] === true;
}
