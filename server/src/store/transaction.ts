import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type { ConnectionPool } from './database-pool.ts';
import { codeOf } from './store.errors.ts';

/** SQLSTATE of a statement that is refused because an earlier one failed (PostgreSQL 17, appendix A). */
const abortedTransaction = '25P02';

/** A transaction on a dedicated connection. It cannot be used after `commit` or `rollback`. */
export interface Transaction {
  // biome-ignore lint/suspicious/noExplicitAny: each caller names the tables that it knows.
  readonly kysely: Kysely<any>;
  /**
   * Runs `last` and commits, all in one round trip; returns the results of `last`. @throws the first failure among
   * them; nothing is then committed, unless the connection was lost.
   */
  commit(last: readonly CompiledQuery[]): Promise<PostgresQueryResult<unknown>[]>;
  /** Never rejects: a connection whose rollback fails is closed, which has the same effect. */
  rollback(): Promise<void>;
}

/** Takes a connection. The transaction begins with its first statement, in the same round trip. */
export async function beginTransaction(pool: ConnectionPool): Promise<Transaction> {
  const connection = await pool.connect();
  let isBegun = false;
  let isOver = false;
  let first: unknown;

  /** The error of a statement that follows a failed one does not name the cause, and may be reported first. [ST53] */
  const send: Send = (sql, parameters) =>
    connection.query(sql, parameters).catch((cause) => {
      first ??= cause;
      throw codeOf(cause) === abortedTransaction ? first : cause;
    });

  function query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    if (isOver) throw new Error('a statement after the end of its transaction');
    if (isBegun) return send(sql, parameters);
    isBegun = true;
    return together(send, [
      { sql: 'begin', parameters: [] },
      { sql, parameters },
    ]).then(([, result]) => result!);
  }

  const client: PostgresPoolClient = { query: query as PostgresPoolClient['query'], release: () => undefined };
  const pooled = { connect: async () => client, end: async () => undefined };
  return {
    kysely: new Kysely({ dialect: new PostgresDialect({ pool: pooled }) }),
    async commit(last) {
      isOver = true;
      try {
        if (!isBegun && last.length === 0) return [];
        const begin = isBegun ? [] : [{ sql: 'begin', parameters: [] }];
        const results = await together(send, [...begin, ...last, { sql: 'commit', parameters: [] }]);
        return results.slice(begin.length, -1);
      } finally {
        connection.release();
      }
    },
    async rollback() {
      if (isOver) return;
      isOver = true;
      if (isBegun) await connection.query('rollback', []).catch(() => undefined);
      connection.release();
    },
  };
}

type Send = (sql: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<unknown>>;

/** Sends all statements, then waits for all: one failure fails the statements after it. @throws the first failure. */
async function together(
  send: Send,
  statements: readonly Pick<CompiledQuery, 'sql' | 'parameters'>[],
): Promise<PostgresQueryResult<unknown>[]> {
  const outcomes = await Promise.allSettled(statements.map(({ sql, parameters }) => send(sql, parameters)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value as PostgresQueryResult<unknown>;
  });
}
