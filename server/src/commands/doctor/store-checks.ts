import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { storageAddressOf } from '../../composition/files.ts';
import { loadFeatureMigrations } from '../../composition/tables/feature-migrations.ts';
import { makeObjectStorage } from '../../drivers/object-storage/object-storage.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config/config-keys.ts';
import { makeLog } from '../../kernel/log.ts';
import type { DatabaseAddress } from '../../store/database-address.ts';
import { embeddedName } from '../../store/embedded/postgres-cluster.ts';
import { findPostmaster } from '../../store/embedded/postmaster.ts';
import { redisKeyValue } from '../../store/key-value/redis-key-value.ts';
import { pendingMigrations } from '../../store/migrations.ts';
import { connectionsOf, countOf } from '../workers/worker-count.ts';
import { type Check, failed, ok, sentence, skipped, warning } from './check.ts';

const withoutConfig = skipped('nothing can be said before the configuration can be used');

/** The database at its current address; undefined if it is the embedded one and not running. */
async function findDatabase(config: Config, dataDir: string): Promise<DatabaseAddress | undefined> {
  const url = config['database.url'];
  if (url !== undefined) return { connectionString: url };
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  return postmaster && { host: postmaster.socketFolder, port: 5432, user: embeddedName, database: embeddedName };
}

async function ask<R>(address: DatabaseAddress, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5_000, application_name: 'matinee doctor' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Version and the number of connections available to users who are not superusers. */
const aboutServer = `select current_setting('server_version') as version,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`;

export const databaseCheck: Check = {
  name: 'database',
  async run({ config, dataDir }) {
    if (!config) return withoutConfig;
    const address = await findDatabase(config, dataDir);
    if (!address) {
      const isMade = existsSync(join(dataDir, 'postgres'));
      return isMade
        ? skipped('the embedded PostgreSQL does not run, as no server does')
        : ok('there is none yet; the first start makes it');
    }
    try {
      const { version, most } = await ask(address, async (client) => (await client.query(aboutServer)).rows[0]);
      const pending = await pendingMigrations(address, await loadFeatureMigrations());
      const text = `PostgreSQL ${version.split(' ')[0]} answers`;
      const wanted = connectionsOf(config, countOf(config['server.workers'] ?? 1));
      if (wanted > most)
        return warning(
          `${text}, but allows ${most} connections, and this server may want ${wanted}`,
          'raise max_connections, or lower database.pool_size or server.workers; all replicas share what it allows',
        );
      if (pending.length === 0) return ok(`${text}, and all steps of the tables are applied`);
      return warning(
        `${text}, and ${pending.length} steps of the tables are missing`,
        'start the server: it applies them',
      );
    } catch (cause) {
      return failed(`it does not answer: ${sentence(cause)}`, 'see whether it runs, and what database.url says');
    }
  },
};

export const redisCheck: Check = {
  name: 'redis',
  async run({ config }) {
    if (!config) return withoutConfig;
    const url = config['redis.url'];
    if (url === undefined) return ok('none is configured; one process keeps in its memory what several would share');
    const store = redisKeyValue({ url, clock: systemClock, log: makeLog('silent') });
    try {
      await store.start?.();
      const beganMs = performance.now();
      await store.ping();
      const tookMs = performance.now() - beganMs;
      const text = `it answers in ${tookMs.toFixed(1)} ms`;
      return tookMs > 50 ? warning(text, 'bring it nearer: every chat message and seek waits for it') : ok(text);
    } catch (cause) {
      return failed(`it does not answer: ${sentence(cause)}`, 'see whether it runs, and what redis.url says');
    } finally {
      await store.stop?.(AbortSignal.timeout(500)).catch(() => undefined);
    }
  },
};

/** Above this deviation the server reports "not ready", in milliseconds. */
const mostDeviationMs = 1_000;

export const clockCheck: Check = {
  name: 'clock',
  async run({ config, dataDir, running }) {
    const told = running?.clock_deviation_ms;
    const deviationMs = told ?? (config && (await measureDeviation(config, dataDir)));
    if (deviationMs === undefined) return skipped('there is no database whose time could be compared');
    const text = `it is ${Math.abs(Math.round(deviationMs))} ms from the time of the database`;
    if (Math.abs(deviationMs) < mostDeviationMs) return ok(text);
    return failed(text, 'let both machines set their clocks by NTP, such as chrony');
  },
};

async function measureDeviation(config: Config, dataDir: string): Promise<number | undefined> {
  const address = await findDatabase(config, dataDir);
  if (!address) return undefined;
  return ask(address, async (client) => {
    const beganMs = systemClock.nowMs();
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 ms',
    );
    return rows[0]!.ms - (beganMs + systemClock.nowMs()) / 2;
  }).catch(() => undefined);
}

export const objectStoreCheck: Check = {
  name: 'object store',
  async run({ config }) {
    if (!config) return withoutConfig;
    const address = storageAddressOf(config);
    if (!address) return ok('none is configured; files are in the database');
    const storage = makeObjectStorage({ address, clock: systemClock });
    try {
      await storage.check();
      return ok(`the bucket ${address.bucket} is there`);
    } catch (cause) {
      return failed(`it cannot be used: ${sentence(cause)}`, 'compare object_storage.* with what the store says');
    } finally {
      storage.close();
    }
  },
};
