import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../../testkit/src/postgres.ts';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrations.ts';
import { openDatabase } from '../open-database.ts';
import { makeWriteGuard } from '../write-guard.ts';
import { containsPattern } from './like-pattern.ts';
import { readPage } from './page.ts';

interface Tables {
  films: { id: number; name: string };
}

let database: Database;
beforeAll(async () => {
  const connection = await freshDatabase();
  await migrate(connection, [
    { feature: 'films', name: '001_films', sql: 'create table films (id int primary key, name text not null)' },
  ]);
  database = openDatabase({
    connection,
    poolSize: 2,
    log: makeLog('silent'),
    clock: systemClock,
    guard: makeWriteGuard(),
  });
  const names = ['100 %', '100', 'a_b', 'axb', 'a\\b'];
  const films = names.map((name, id) => ({ id, name }));
  await database.write((tx) => tx.query<Tables>().insertInto('films').values(films).execute());
});
afterAll(() => database.close());

const films = () => database.query<Tables>().selectFrom('films');

test.each([
  { offset: 0, limit: 2, ids: [4, 3] },
  { offset: 4, limit: 2, ids: [0] },
  { offset: 0, limit: 5, ids: [4, 3, 2, 1, 0] },
  { offset: 9, limit: 2, ids: [] },
])('[ST19] a page from $offset has at most $limit rows, and the number of all', async ({ ids, ...page }) => {
  const { rows, total } = await readPage(films().select('id').orderBy('id', 'desc'), page);
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(total).toBe(5);
});

test.each([
  ['%', [0]],
  ['_', [2]],
  ['\\', [4]],
  ['100', [0, 1]],
])('[ST19] what is searched for stands for itself: %s', async (text, ids) => {
  const found = films().select('id').where('name', 'like', containsPattern(text)).orderBy('id');
  expect((await found.execute()).map(({ id }) => id)).toEqual(ids);
});
