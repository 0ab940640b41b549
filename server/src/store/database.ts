import type { Compilable, Kysely } from 'kysely';
import type { PoolFigures } from './database-pool.ts';
import type { NewEvent, StoredEvent } from './events/event.ts';

/**
 * A database or a transaction to read from. Read-only functions take this type, so they work inside and outside a
 * transaction.
 */
export interface Reader {
  /** The query builder, typed by the tables that the caller knows. Each query is one round trip. */
  query<T>(): Kysely<T>;
}

/** Work outside the database to do after a commit. */
export type AfterCommit = () => void | Promise<void>;

/** An open transaction with isolation level read committed. */
export interface Tx extends Reader {
  /** Adds an event to the transaction. The commit stores it with the rows; then subscribers receive it. */
  emit(event: NewEvent): void;
  /** Runs a statement whose result is not needed, in the round trip of the commit: after `work`, before the events. */
  finish(statement: Compilable): void;
  /**
   * Runs `work` once the transaction has committed, before `write` resolves; several run sequentially, in call order. A
   * failure is logged and undoes nothing. If the process dies after the commit, the work never runs, so use an event or
   * a row for anything that must not be lost. [ST29]
   */
  afterCommit(work: AfterCommit): void;
  /**
   * Sequence of the next event emitted for `topic`, for payloads that contain their own sequence. Other emitters to the
   * topic wait until this transaction ends, so call it late. Only the first call for a topic queries the database.
   */
  nextSequence(topic: string): Promise<number>;
}

/** PostgreSQL, with all operations that features need. */
export interface Database extends Reader {
  /**
   * Commits rows and their events together, or neither. `work` may run again after a conflict with another transaction,
   * so it must have no effect outside the database: see `Tx.afterCommit`.
   * @throws AppError `store.conflict` after 3 conflicts, `store.unavailable` when the connection is lost (the
   * transaction may then have committed).
   */
  write<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * Runs a statement that ends in `COPY … FROM STDIN` with `rows`: adds all of them, or none. For megabytes of data:
   * about twice as fast as INSERT (docs/adr/0026).
   * @throws AppError `store.unavailable` when the connection is lost.
   */
  copyIn(statement: string, rows: Buffer): Promise<void>;
  /**
   * Calls `listener` with the events of each commit of this process, before `write` resolves. Returns a function that
   * removes the listener.
   */
  onCommitted(listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Identifies this instance in notifications, so that a replica recognizes its own. */
  readonly origin: string;
  /** One round trip. @throws AppError `store.unavailable`. */
  ping(): Promise<void>;
  /** The current state of its connections. */
  pool(): PoolFigures;
  /** The database's own clock, in milliseconds since 1970. */
  timeMs(): Promise<number>;
  /** Waits for running queries, then closes all connections. */
  close(): Promise<void>;
}
