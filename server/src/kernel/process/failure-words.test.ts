import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureWords } from './failure-words.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-words-'));
  mkdirSync(join(folder, 'postgres.log'));
  writeFileSync(join(folder, 'management'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

function wordsOf(work: () => unknown): string {
  try {
    work();
  } catch (cause) {
    return failureWords(cause as Error).replace(folder, '');
  }
  throw new Error('nothing failed');
}

test('a folder in the place of a file, and a file in the place of a folder, are named with what to do', () => {
  expect(wordsOf(() => openSync(join(folder, 'postgres.log'), 'a'))).toBe(
    '/postgres.log is a folder, where a file is kept: move it away',
  );
  expect(wordsOf(() => mkdirSync(join(folder, 'management'), { recursive: true }))).toBe(
    '/management is a file, where a folder is kept: move it away',
  );
  expect(wordsOf(() => mkdirSync(join(folder, 'management/more'), { recursive: true }))).toContain('is a file');
});

test('other failures keep their words', () => {
  expect(failureWords(new Error('the database is away'))).toBe('the database is away');
});
