import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { columnTypes } from './column-types.ts';
import type { DatabaseAddress } from './database-address.ts';

/** Time limit for connecting, or for getting a free connection of a pool, in milliseconds. */
export const connectLimitMs = 5_000;

/** In milliseconds. */
const limits = {
  /** Our own limit, for a server that vanishes without closing the connection: a little over the server's own limit. */
  query_timeout: 20_000,
  connectionTimeoutMillis: connectLimitMs,
  idleTimeoutMillis: 60_000,
};

/**
 * The first statements of each connection, which set the server's time limits. They are statements because poolers
 * refuse connection parameters that they do not know. [ST16] [ST28] [ST39]
 *
 * - By the statement timeout, the client has given up its request.
 * - Between two statements of a transaction, only our event loop works, which takes milliseconds. A process that is
 *   silent for longer is stuck (stopped, or its machine swaps or is gone). It loses its locks before other transactions
 *   give up waiting for them.
 * - A process that continues, but very slowly, loses its transaction as well. PostgreSQL has this limit since version
 *   17.
 * - A connection with a dead peer is noticed in half a minute instead of two hours. Unix sockets ignore this.
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

/** Makes connections as needed, at most `max`. Each has the time limits. A lost connection is logged. */
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
    // A connection that is lost while in use has no other listener, and an 'error' event without one ends the process.
    client.on('error', (err) => log.debug({ err }, 'a database connection was lost'));
    client.query(firstStatements).catch((err) => log.warn({ err }, 'a database connection has no time limits'));
  });
  return pool;
}
