/** Replicas as operators run them: processes on one PostgreSQL, which has a standby, and one Redis, each at a port that it keeps. */
import { leastStretching } from '@matinee/server/drivers/passwords/stretching.ts';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import pg from 'pg';
import { makeAccounts } from '../accounts/accounts.ts';
import type { TestUser } from '../accounts/test-user.ts';
import { freePort } from '../outside/nginx.ts';
import {
  makeDataDir,
  type RedisProcess,
  removeDataDir,
  type ServerProcess,
  startProcess,
  startRedis,
} from '../process.ts';
import { testJwtSecret, testPassword, urlOf } from '../server.ts';
import { until } from '../until.ts';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';

const setupSecret = 'the root of the password records of replicas';
const encryptionKey = '00112233445566778899aabbccddeeff'.repeat(2);

export interface Replica {
  readonly port: number;
  readonly url: string;
  /** Ends it by SIGTERM and starts it again. Resolves when it is ready. */
  restart(): Promise<void>;
  /** Ends it at once, like a loss of power. */
  kill(): Promise<void>;
}

export interface Replicas {
  readonly all: readonly [Replica, Replica, Replica];
  readonly redis: RedisProcess;
  readonly database: DatabasePair;
  /** Makes an account with this name. */
  signUp(name: string): Promise<TestUser>;
  stop(): Promise<void>;
}

/** Starts three. Their first start makes the tables. */
export async function startReplicas(): Promise<Replicas> {
  const redis = await startRedis();
  const database = await startDatabasePair();
  const settings = {
    'redis.url': redis.url,
    'database.url': urlOf(database.address),
    'jwt.secret': testJwtSecret,
    'security.opaque_server_setup_secret': setupSecret,
    credential_encryption_key: encryptionKey,
    'server.trusted_proxies': '127.0.0.1',
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const first = await startReplica(flags);
  const others = await Promise.all([startReplica(flags), startReplica(flags)]);
  const pool = new pg.Pool({ ...database.address, max: 2 });
  // Its idle connections fail when the primary is stopped; a pool error without a listener ends the process.
  pool.on('error', () => undefined);
  const accounts = makeAccounts({
    ...{ pool, databaseName: database.address.database!, clock: systemClock, stretching: leastStretching },
    ...{ jwtSecret: testJwtSecret, setupSecret, password: testPassword },
  });
  return {
    all: [first, ...others],
    redis,
    database,
    signUp: (name) => accounts.make(name),
    async stop() {
      await Promise.all([first, ...others].map((replica) => replica.end()));
      await Promise.all([pool.end(), redis.stop(), database.stop()]);
    },
  };
}

async function startReplica(flags: readonly string[]): Promise<Replica & { end(): Promise<void> }> {
  const folder = await makeDataDir();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => startProcess(folder, [...flags, '--port', String(port)]);
  let server: ServerProcess = await start();
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server.child.kill(signal);
    await server.ended;
  };
  const isReady = () => fetch(`${url}/health/ready`).then(({ ok }) => ok);
  return {
    port,
    url,
    async restart() {
      await end('SIGTERM');
      server = await start();
      await until('the replica is ready', isReady);
    },
    kill: () => end('SIGKILL'),
    async end() {
      await end('SIGKILL');
      await removeDataDir(folder);
    },
  };
}
