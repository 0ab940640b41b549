import { expect, test } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

/** Runs a statement this many times; returns the names under which it was sent. */
const run = (statements: PreparedStatements, sql: string, times: number) =>
  Array.from({ length: times }, () => statements.nameOf(sql));

test('[ST27] a statement is prepared at its sixth run, and keeps its name', () => {
  const statements = new PreparedStatements();
  expect(run(statements, 'select 1', 8)).toEqual([...Array(5).fill(undefined), 's0', 's0', 's0']);
});

test('[ST27] each statement is counted by itself and has a name of its own', () => {
  const statements = new PreparedStatements();
  run(statements, 'select 1', 5);
  expect(run(statements, 'select 2', 5)).toEqual(Array(5).fill(undefined));
  expect([statements.nameOf('select 2'), statements.nameOf('select 1')]).toEqual(['s0', 's1']);
});

test('[ST27] two hundred statements are prepared, and no more: each connection keeps all of them', () => {
  const statements = new PreparedStatements();
  const names = Array.from({ length: 200 }, (_, n) => run(statements, `select ${n}`, 6).at(-1));
  expect(new Set(names).size).toBe(200);
  expect(run(statements, 'one more', 20)).toEqual(Array(20).fill(undefined));
  expect(statements.nameOf('select 199')).toBe('s199');
});

test('[ST27] of 2 000 texts the runs are counted; one more forgets them, so that texts that never recur fill no memory', () => {
  const statements = new PreparedStatements();
  run(statements, 'select often', 5);
  for (let n = 0; n < 2_000; n++) statements.nameOf(`insert of ${n} rows`);
  expect(run(statements, 'select often', 6)).toEqual([...Array(5).fill(undefined), 's0']);
});
