import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type { ConnectionPool } from './database-pool.ts';

/** A transaction on a connection of its own. After `commit` or `rollback` it serves no more. */
export interface Transaction {
  // biome-ignore lint/suspicious/noExplicitAny: each caller names the tables that it knows.
  readonly kysely: Kysely<any>;
  /**
   * Runs `last` and commits, all in one round trip: gives the results of `last`. @throws the first failure among them; then
   * nothing is committed, unless the connection was lost.
   */
  commit(last: readonly CompiledQuery[]): Promise<PostgresQueryResult<unknown>[]>;
  /** Never rejects: a connection whose rollback fails is closed, which comes to the same. */
  rollback(): Promise<void>;
}

/** Takes a connection. The transaction begins with its first statement, in the same round trip. */
export async function beginTransaction(pool: ConnectionPool): Promise<Transaction> {
  const connection = await pool.connect();
  let isBegun = false;
  let isOver = false;

  function query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    if (isOver) throw new Error('a statement after the end of its transaction');
    if (isBegun) return connection.query(sql, parameters);
    isBegun = true;
    return together(connection, [
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
        const results = await together(connection, [...begin, ...last, { sql: 'commit', parameters: [] }]);
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

/** Sends all, then waits for all: one failure fails those behind it. @throws the first one. */
async function together(
  connection: PostgresPoolClient,
  statements: readonly Pick<CompiledQuery, 'sql' | 'parameters'>[],
): Promise<PostgresQueryResult<unknown>[]> {
  const outcomes = await Promise.allSettled(statements.map(({ sql, parameters }) => connection.query(sql, parameters)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value as PostgresQueryResult<unknown>;
  });
}
