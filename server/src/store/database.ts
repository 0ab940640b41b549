import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Compilable, Kysely, PostgresDialect, sql } from 'kysely';
import type { ClientConfig } from 'pg';
import { type Clock, pause } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { openPool } from './database-pool.ts';
import { lockTopic, type NewEvent, type StoredEvent, storedEvents, storingEvents } from './events/outbox.ts';
import { codeOf, isStalePlan, storeErrors } from './store.errors.ts';
import { beginTransaction } from './transaction.ts';

/** Where PostgreSQL is: a URL, or a host (a folder for a Unix socket) with its parts. */
export type DatabaseAddress = Pick<
  ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
>;

/** What can be read from. Functions that only read take this, so they serve inside and outside of a transaction. */
export interface Reader {
  /** The query builder, typed by the tables that the caller knows. One round trip a query. */
  query<T>(): Kysely<T>;
}

/** An open transaction, read committed. */
export interface Tx extends Reader {
  /** Says that something happened. It is stored when the transaction commits, and then handed to subscribers, or neither. */
  emit(event: NewEvent): void;
  /** Runs a statement whose result nobody needs to see, in the round trip that commits: after `work`, before the events. */
  finish(statement: Compilable): void;
  /**
   * Sequence that the next event emitted for `topic` will have, for payloads that name their own place. From here to the end of
   * the transaction others wait who emit to the topic, so call it late.
   */
  nextSequence(topic: string): Promise<number>;
}

/** PostgreSQL, with everything a feature needs of it. */
export interface Database extends Reader {
  /**
   * Commits rows and their events together, or neither. `work` may run again after a conflict with another transaction: no I/O in it.
   * @throws AppError `store.conflict` after 3 conflicts, `store.unavailable` when the connection is lost (then it may have committed).
   */
  write<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /** Calls `listener` with the events of each commit of this process, before `write` resolves. Gives a function that ends it. */
  onCommitted(listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Names this instance in notifications, so that a replica knows its own. */
  readonly origin: string;
  /** One round trip. @throws AppError `store.unavailable`. */
  ping(): Promise<void>;
  /** Waits for queries in hand, then closes every connection. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: DatabaseAddress;
  /** Connections at most. PostgreSQL allows 100 over all replicas unless told otherwise. */
  readonly poolSize: number;
  readonly log: Log;
  readonly clock: Clock;
  /** Refuses a write, or a query past its transaction, inside of a write. For tests: each promise of the process costs more then. */
  readonly isGuarded?: boolean;
}

const maxAttempts = 3;
/** Serialization failure and deadlock (PostgreSQL 17, appendix A): the transaction did nothing and may run again. */
const conflictStates = new Set(['40001', '40P01']);

/** Opens the database. Connects when the first query comes, and again by itself after a loss. [ST10]–[ST16] */
export function openDatabase({ connection, poolSize, log, clock, isGuarded = false }: DatabaseOptions): Database {
  const pool = openPool(connection, poolSize, log);
  // biome-ignore lint/suspicious/noExplicitAny: each caller names the tables that it knows.
  const kysely = new Kysely<any>({ dialect: new PostgresDialect({ pool }) });
  const inside = isGuarded ? new AsyncLocalStorage<{ isOpen: boolean }>() : undefined;
  const listeners = new Set<(events: readonly StoredEvent[]) => void>();
  const origin = randomUUID().slice(0, 8);

  async function attempt<R>(work: (tx: Tx) => Promise<R>): Promise<{ result: R; events: readonly StoredEvent[] }> {
    const emitted: NewEvent[] = [];
    const last: Compilable[] = [];
    const transaction = await beginTransaction(pool);
    const { kysely } = transaction;
    const scope = { isOpen: true };
    const tx: Tx = {
      query: <T>() => kysely as Kysely<T>,
      emit: (event) => void emitted.push(event),
      finish: (statement) => void last.push(statement),
      nextSequence: async (topic) => {
        const before = emitted.filter((event) => event.topic === topic).length;
        return (await lockTopic(kysely, topic)) + before + 1;
      },
    };
    try {
      const result = await (inside === undefined ? work(tx) : inside.run(scope, () => work(tx)));
      const storing = emitted.length === 0 ? [] : [storingEvents(kysely, emitted, origin)];
      const results = await transaction.commit([...last.map((statement) => statement.compile()), ...storing]);
      return { result, events: emitted.length === 0 ? [] : storedEvents(emitted, results.at(-1)?.rows ?? []) };
    } catch (cause) {
      await transaction.rollback();
      throw cause;
    } finally {
      scope.isOpen = false;
    }
  }

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

  function refuseInside(what: string): void {
    if (inside?.getStore()?.isOpen) throw new Error(`${what} inside write(): use the transaction that it gives`);
  }

  return {
    origin,
    query: () => {
      refuseInside('query()');
      return kysely;
    },
    write: async (work) => {
      refuseInside('write()');
      for (let count = 1; ; count++) {
        try {
          const { result, events } = await attempt(work);
          hand(events);
          return result;
        } catch (cause) {
          if (!conflictStates.has(codeOf(cause) ?? '') && !isStalePlan(cause)) throw cause;
          if (count === maxAttempts) throw Object.assign(storeErrors.conflict(), { cause });
          await pause(clock, 5 * count);
        }
      }
    },
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ping: async () => {
      await sql`select 1`.execute(kysely);
    },
    close: () => kysely.destroy(),
  };
}
