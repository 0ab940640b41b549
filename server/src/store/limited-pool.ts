import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { columnTypes } from './column-types.ts';
import type { DatabaseAddress } from './database-address.ts';

/** Limit for connecting, or for getting a free connection of a pool, in milliseconds. */
export const connectLimitMs = 5_000;

/** In milliseconds. */
const limits = {
  /** Our own limit, for a server that has vanished without a word: a little over the server's own limit. */
  query_timeout: 20_000,
  connectionTimeoutMillis: connectLimitMs,
  idleTimeoutMillis: 60_000,
};

/**
 * The first statements of each connection: the time limits of the server. They are statements, because poolers refuse
 * connection parameters that they do not know. [ST16] [ST28] [ST39]
 *
 * - A client has given up a request that waits longer than a statement may take.
 * - Between two statements of a transaction there is only work of our event loop, which takes milliseconds. A process
 *   that is silent for longer stands still (it was stopped, or its machine swaps or is gone). It loses its locks before
 *   others give up waiting for them.
 * - A process that goes on, but very slowly, loses its transaction as well. PostgreSQL knows this limit since version
 *   17.
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

/** Makes connections as they are needed, `max` at most. Each has the time limits. A lost one is logged. */
export function makePool(
  address: DatabaseAddress,
  options: Pick<pg.PoolConfig, 'max' | 'pipeline'>,
  log: Log,
): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    ...limits,
    ...options,
    keepAlive: true,
    types: columnTypes,
    application_name: 'matinee',
  });
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'an idle database connection was lost');
  });
  pool.on('connect', (client) => {
    // A connection that is lost in use has no other listener, and an 'error' event without one ends the process.
    client.on('error', (err) => log.debug({ err }, 'a database connection was lost'));
    client.query(firstStatements).catch((err) => log.warn({ err }, 'a database connection has no time limits'));
  });
  return pool;
}
