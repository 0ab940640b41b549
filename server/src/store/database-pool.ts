import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { DatabaseAddress } from './database-address.ts';
import { connectLimitMs, makePool } from './limited-pool.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { isConnectionLoss, isStalePlan, toStoreError } from './store.errors.ts';

/** Connections that accept several statements at once and answer them in order. */
export interface ConnectionPool extends Pick<PostgresPool, 'connect' | 'end'> {
  /**
   * Call this after a failed attempt to connect: opens a connection and closes it again. @throws AppError
   * `store.unavailable` while that fails. [ST51]
   */
  probe(): Promise<void>;
  figures(): PoolFigures;
}

/** The current state of a pool's connections. */
export interface PoolFigures {
  readonly open: number;
  /** Number of open connections that are in use. */
  readonly inUse: number;
  readonly limit: number;
  /** Number of statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** False: the last statement or attempt to connect did not reach the database. */
  readonly isUp: boolean;
}

/**
 * Called after each statement with its text, without values, and the time from sending it to its answer. A connection
 * answers in order, so the time includes the statements before it.
 */
export type StatementObserver = (sql: string, durationMs: number) => void;

interface PoolParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly onStatement?: StatementObserver | undefined;
}

/**
 * Connections for Kysely. Turns failures into the errors that callers see. Closes a connection in an uncertain state
 * instead of reusing it. Reports a commit that the server turned into a rollback as an error.
 */
export function openPool(
  address: DatabaseAddress,
  poolSize: number,
  { log, clock, onStatement }: PoolParts,
): ConnectionPool {
  // Statements that do not wait for one another share a round trip.
  const pool = makePool(address, { max: poolSize, pipeline: true }, log);
  const prepared = new PreparedStatements();
  // Open connections may survive while no new one can be made: the socket was deleted, or the server is at its limit.
  let isDoubtful = false;
  let isUp = true;
  pool.on('connect', () => {
    isDoubtful = false;
  });
  const observer: Observer = {
    nowMs: () => clock.nowMs(),
    ended(sql, startedMs, failure) {
      isUp = failure === undefined || !isAway(failure);
      onStatement?.(sql, clock.nowMs() - startedMs);
    },
  };
  return {
    connect: () =>
      pool.connect().then(
        (client) => watched(client, prepared, observer),
        (cause) => {
          isDoubtful = true;
          isUp = false;
          throw toStoreError(cause);
        },
      ),
    async probe() {
      if (!isDoubtful) return;
      const client = new pg.Client({ ...address, connectionTimeoutMillis: connectLimitMs });
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
    figures: () => ({
      open: pool.totalCount,
      inUse: pool.totalCount - pool.idleCount,
      limit: poolSize,
      waiting: pool.waitingCount,
      isUp,
    }),
    end: () => pool.end(),
  };
}

/** Receives reports about the statements of a pool's connections. */
interface Observer {
  nowMs(): number;
  ended(sql: string, startedMs: number, failure?: unknown): void;
}

function isAway(failure: unknown): boolean {
  return failure instanceof AppError && failure.reason === 'store.unavailable';
}

function watched(client: pg.PoolClient, prepared: PreparedStatements, observer: Observer): PostgresPoolClient {
  let isUnsure = false;
  let isInTransaction = false;
  async function run(sql: string, values: unknown[]) {
    const name = values.length === 0 ? undefined : prepared.nameOf(sql);
    if (name === undefined) return client.query(sql, values);
    try {
      return await client.query({ name, text: sql, values });
    } catch (cause) {
      if (!isStalePlan(cause)) throw cause;
      // The tables were altered while the server runs, and this connection has cached their old shape. A transaction
      // must run again from its start.
      isUnsure = true;
      if (isInTransaction) throw cause;
      return client.query(sql, values);
    }
  }
  async function query(sql: string, parameters: readonly unknown[]) {
    if (sql === 'begin') isInTransaction = true;
    const startedMs = observer.nowMs();
    try {
      const result = await run(sql, [...parameters]);
      if (sql === 'commit' && result.command === 'ROLLBACK')
        throw new Error('commit of a transaction in which a statement had failed');
      observer.ended(sql, startedMs);
      return result;
    } catch (cause) {
      isUnsure ||= isConnectionLoss(cause) || sql === 'rollback';
      const failure = toStoreError(cause);
      observer.ended(sql, startedMs, failure);
      throw failure;
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isUnsure) };
}
