import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { columnTypes } from './column-types.ts';
import type { DatabaseAddress } from './database-address.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { isConnectionLoss, isStalePlan, toStoreError } from './store.errors.ts';

/** In milliseconds. */
const limits = {
  /** On our side, for a server that has vanished without a word: a little over the server's own limit. */
  query_timeout: 20_000,
  /** To connect, or to get a free connection of the pool. */
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 60_000,
};

/**
 * What each connection is told first: the time limits of the server. We send them as statements, because poolers refuse parameters of
 * a connection that they do not know. [ST16] [ST28] [ST39]
 *
 * - A request that waits longer than a statement may take has been given up by its client.
 * - Between two statements of a transaction there is only work of our event loop, which takes milliseconds. A process that is silent
 *   for longer stands still (it was stopped, or its machine swaps or is gone), and its locks are taken from it before others give
 *   up waiting for them.
 * - A process that goes on, but very slowly, loses its transaction as well. PostgreSQL knows this limit since version 17.
 * - A connection whose other end is gone is noticed in half a minute, not in two hours. Unix sockets ignore this.
 */
const firstStatements = `
  set statement_timeout = '15s';
  set lock_timeout = '5s';
  set idle_in_transaction_session_timeout = '3s';
  select set_config('transaction_timeout', '30s', false) where current_setting('transaction_timeout', true) is not null;
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 4;
  set tcp_user_timeout = '30s'`;

/** Connections that take several statements at once and answer them in order. */
export interface ConnectionPool extends Pick<PostgresPool, 'connect' | 'end'> {
  /** After a connection could not be made: makes one, and closes it. @throws AppError `store.unavailable` while that fails. [ST51] */
  probe(): Promise<void>;
}

/**
 * Connections for Kysely. Failures come out as what callers are told, a connection whose state is unsure is closed instead of
 * reused, and a commit that the server turned into a rollback is an error.
 */
export function openPool(address: DatabaseAddress, poolSize: number, log: Log): ConnectionPool {
  const pool = new pg.Pool({
    ...address,
    ...limits,
    max: poolSize,
    // Statements that do not wait for one another share a round trip.
    pipeline: true,
    keepAlive: true,
    types: columnTypes,
    application_name: 'matinee',
  });
  const prepared = new PreparedStatements();
  let isEnding = false;
  // Connections that are open may live on where no other can be made: a socket that was deleted, a server that takes no more of them.
  let isDoubtful = false;
  pool.on('error', (err) => {
    if (!isEnding) log.warn({ err }, 'an idle database connection was lost');
  });
  pool.on('connect', (client) => {
    isDoubtful = false;
    // A connection that is lost while in use has no other listener, and an 'error' event without one ends the process.
    client.on('error', (err) => log.debug({ err }, 'a database connection was lost'));
    client.query(firstStatements).catch((err) => log.warn({ err }, 'a database connection has no time limits'));
  });
  return {
    connect: () =>
      pool.connect().then(
        (client) => watched(client, prepared),
        (cause) => {
          isDoubtful = true;
          throw toStoreError(cause);
        },
      ),
    async probe() {
      if (!isDoubtful) return;
      const client = new pg.Client({ ...address, connectionTimeoutMillis: limits.connectionTimeoutMillis });
      client.on('error', (err) => log.debug({ err }, 'a database connection was lost'));
      try {
        await client.connect();
        isDoubtful = false;
      } catch (cause) {
        throw toStoreError(cause);
      } finally {
        client.end().catch(() => undefined);
      }
    },
    end: () => {
      isEnding = true;
      return pool.end();
    },
  };
}

function watched(client: pg.PoolClient, prepared: PreparedStatements): PostgresPoolClient {
  let isUnsure = false;
  let isInTransaction = false;
  async function run(sql: string, values: unknown[]) {
    const name = values.length === 0 ? undefined : prepared.nameOf(sql);
    if (name === undefined) return client.query(sql, values);
    try {
      return await client.query({ name, text: sql, values });
    } catch (cause) {
      if (!isStalePlan(cause)) throw cause;
      // The tables were changed under a running server. This connection knows the old ones; a transaction has to run again.
      isUnsure = true;
      if (isInTransaction) throw cause;
      return client.query(sql, values);
    }
  }
  async function query(sql: string, parameters: readonly unknown[]) {
    if (sql === 'begin') isInTransaction = true;
    try {
      const result = await run(sql, [...parameters]);
      if (sql === 'commit' && result.command === 'ROLLBACK')
        throw new Error('commit of a transaction in which a statement had failed');
      return result;
    } catch (cause) {
      isUnsure ||= isConnectionLoss(cause) || sql === 'rollback';
      throw toStoreError(cause);
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isUnsure) };
}
