import type { Compilable, Kysely } from 'kysely';
import type { PoolFigures } from './database-pool.ts';
import type { NewEvent, StoredEvent } from './events/event.ts';

/**
 * A database or a transaction to read from. Functions that only read take it, so they work inside and outside of a
 * transaction.
 */
export interface Reader {
  /** The query builder, typed by the tables that the caller knows. One round trip a query. */
  query<T>(): Kysely<T>;
}

/** Work outside the database that follows a commit. */
export type AfterCommit = () => void | Promise<void>;

/** An open transaction, read committed. */
export interface Tx extends Reader {
  /** Adds an event to the transaction. The commit stores it with the rows; then the subscribers get it. */
  emit(event: NewEvent): void;
  /** Runs a statement whose result is not needed, in the round trip that commits: after `work`, before the events. */
  finish(statement: Compilable): void;
  /**
   * Runs `work` once the transaction has committed, before `write` resolves: one after the other, in the order given. A
   * failure is logged and undoes nothing. A process that dies after the commit never runs it. So use an event or a row
   * for anything that must not be lost. [ST29]
   */
  afterCommit(work: AfterCommit): void;
  /**
   * Sequence of the next event emitted for `topic`, for payloads that name their own place. Until the end of the
   * transaction, other emitters to the topic wait, so call it late. Only the first call for a topic asks the database.
   */
  nextSequence(topic: string): Promise<number>;
}

/** PostgreSQL, with everything a feature needs of it. */
export interface Database extends Reader {
  /**
   * Commits rows and their events together, or neither. `work` may run again after a conflict with another transaction,
   * so it must do nothing outside the database: see `Tx.afterCommit`.
   * @throws AppError `store.conflict` after 3 conflicts, `store.unavailable` when the connection is lost (then it may
   * have committed).
   */
  write<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * Runs a statement that ends in `COPY … FROM STDIN` with `rows`: adds all of them, or none. For bytes by the
   * megabyte: it takes them about twice as fast as INSERT (docs/adr/0026).
   * @throws AppError `store.unavailable` when the connection is lost.
   */
  copyIn(statement: string, rows: Buffer): Promise<void>;
  /**
   * Calls `listener` with the events of each commit of this process, before `write` resolves. Gives a function that
   * ends it.
   */
  onCommitted(listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Names this instance in notifications, so that a replica recognizes its own. */
  readonly origin: string;
  /** One round trip. @throws AppError `store.unavailable`. */
  ping(): Promise<void>;
  /** Its connections now. */
  pool(): PoolFigures;
  /** The database's own clock, in milliseconds since 1970. */
  timeMs(): Promise<number>;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}
