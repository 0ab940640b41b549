import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Clock, pause } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { openCopyPool } from './copy/copy-pool.ts';
import type { Database, Tx } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { openPool, type StatementObserver } from './database-pool.ts';
import type { StoredEvent } from './events/event.ts';
import { codeOf, isStalePlan, storeErrors } from './store.errors.ts';
import { type Committed, runAfterCommit, type WriteParts, writeOnce } from './write.ts';
import type { WriteGuard } from './write-guard.ts';

export interface DatabaseOptions {
  readonly connection: DatabaseAddress;
  /** Maximum number of connections. By default, PostgreSQL allows 100 for all replicas together. */
  readonly poolSize: number;
  readonly log: Log;
  readonly clock: Clock;
  readonly onStatement?: StatementObserver;
  /** For tests: refuses a nested write, and a query that bypasses the transaction, inside a write. */
  readonly guard?: WriteGuard | undefined;
}

const maxAttempts = 3;
/** Serialization failure and deadlock (PostgreSQL 17, appendix A): the transaction did nothing and may run again. */
const conflictStates = new Set(['40001', '40P01']);
const useTx = 'use the transaction that it gives';

/** Opens the database. Connects at the first query, and reconnects automatically. [ST10]–[ST17] */
export function openDatabase(options: DatabaseOptions): Database {
  const { connection, poolSize, log, clock, guard } = options;
  const pool = openPool(connection, poolSize, options);
  const copies = openCopyPool(connection, log);
  // biome-ignore lint/suspicious/noExplicitAny: each caller names the tables that it knows.
  const kysely = new Kysely<any>({ dialect: new PostgresDialect({ pool }) });
  const listeners = new Set<(events: readonly StoredEvent[]) => void>();
  const origin = randomUUID().slice(0, 8);

  function hand(events: readonly StoredEvent[]): void {
    if (events.length === 0) return;
    for (const listener of listeners) {
      try {
        listener(events);
      } catch (err) {
        log.error({ err }, 'a listener for committed events threw');
      }
    }
  }

  return {
    origin,
    query: () => {
      guard?.refuse('query()', useTx);
      return kysely;
    },
    write: async (work) => {
      guard?.refuse('write()', useTx);
      const { result, events, after } = await writeUntilCommitted({ pool, origin, guard }, clock, work);
      hand(events);
      if (after.length > 0) await runAfterCommit(after, log);
      return result;
    },
    copyIn: async (statement, rows) => {
      guard?.refuse('copyIn()', useTx);
      await copies.copyIn(statement, rows);
    },
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ping: async () => {
      await pool.probe();
      await sql`select 1`.execute(kysely);
    },
    pool: () => pool.figures(),
    timeMs: async () => {
      const { rows } = await sql<{
        ms: number;
      }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(kysely);
      return rows[0]!.ms;
    },
    close: async () => {
      await Promise.all([kysely.destroy(), copies.end()]);
    },
  };
}

/** Writes, and retries after a conflict with another transaction. @throws AppError `store.conflict`. [ST11] */
async function writeUntilCommitted<R>(
  parts: WriteParts,
  clock: Clock,
  work: (tx: Tx) => Promise<R>,
): Promise<Committed<R>> {
  for (let count = 1; ; count++) {
    try {
      return await writeOnce(parts, work);
    } catch (cause) {
      if (!conflictStates.has(codeOf(cause) ?? '') && !isStalePlan(cause)) throw cause;
      if (count === maxAttempts) throw Object.assign(storeErrors.conflict(), { cause });
      await pause(clock, 5 * count);
    }
  }
}
