import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../testkit/src/postgres.ts';
import { systemClock } from '../kernel/clock.ts';
import { makeLog } from '../kernel/log.ts';
import { batchedRead, keyList } from './batched-read.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { storeErrors } from './store.errors.ts';
import { makeWriteGuard } from './write-guard.ts';

let database: Database;
beforeAll(async () => {
  const connection = await freshDatabase();
  database = openDatabase({
    connection,
    poolSize: 4,
    log: makeLog('silent'),
    clock: systemClock,
    guard: makeWriteGuard(),
  });
});
afterAll(() => database.close());

/** A read that doubles words that begin with `w`, and counts its statements. */
function makeRead() {
  const statements: number[] = [];
  const read = batchedRead(
    (key: string) => key,
    async (keys) => {
      statements.push(keys.length);
      const { rows } = await sql<{ word: string }>`
        select word from unnest(${[...keys]}::text[]) as k (word) where starts_with(word, 'w')`.execute(
        database.query(),
      );
      return new Map(rows.map(({ word }) => [word, word + word]));
    },
  );
  return { read, statements };
}

test('[ST18] those who ask at once share a statement, and each gets their own answer', async () => {
  const { read, statements } = makeRead();
  const answers = await Promise.all(['w1', 'w2', 'w3', 'none', 'w2'].map(read));
  expect(answers).toEqual(['w1w1', 'w2w2', 'w3w3', undefined, 'w2w2']);
  expect(statements).toEqual([5]);
});

test('[ST18] nothing is kept: who asks again gets what is there by then', async () => {
  let count = 0;
  const read = batchedRead(
    (key: string) => key,
    async (keys) => new Map(keys.map((key) => [key, ++count])),
  );
  expect([await read('a'), await read('a')]).toEqual([1, 2]);
});

test('[ST18] a key that PostgreSQL refuses fails alone', async () => {
  const { read } = makeRead();
  const answers = await Promise.all(
    ['w1', 'w2', 'w3', 'w\0', 'w4'].map((key) => read(key).catch((error: { reason: string }) => error.reason)),
  );
  expect(answers).toEqual(['w1w1', 'w2w2', 'w3w3', 'store.bad_text', 'w4w4']);
});

test('[ST18] a database that is away is asked once, and fails for all', async () => {
  let statements = 0;
  const read = batchedRead(
    (key: string) => key,
    async () => {
      statements += 1;
      await new Promise((resolve) => setImmediate(resolve));
      throw storeErrors.unavailable();
    },
  );
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(read));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  expect(statements).toBe(1);
});

test.each([
  ['any', (keys: string[]) => sql`select oid from pg_class where relname = any(${keyList(keys)})`],
  [
    'unnest',
    (keys: string[]) =>
      sql`select c.oid from unnest(${keyList(keys)}) as k (name) join pg_class c on c.relname = k.name`,
  ],
])('[ST18] a statement of one key is soon planned no more, with %s', async (_, question) => {
  const connection = await freshDatabase();
  const one = openDatabase({ connection, poolSize: 1, log: makeLog('silent'), clock: systemClock });
  try {
    for (let run = 0; run < 30; run++) await question(['name']).execute(one.query());
    const { rows } = await sql<{ custom_plans: number; generic_plans: number }>`
      select custom_plans::int, generic_plans::int from pg_prepared_statements where statement like '%pg_class%'`.execute(
      one.query(),
    );
    expect(rows).toEqual([{ custom_plans: 5, generic_plans: 20 }]);
  } finally {
    await one.close();
  }
});
