import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { madeOnce, pruneCache, sharedCache } from './cache.ts';

const cache = mkdtempSync(join(tmpdir(), 'matinee-cache-'));
afterAll(() => rmSync(cache, { recursive: true }));

const write = (text: string) => (folder: string) => writeFileSync(join(folder, 'file'), text);
const read = (folder: string) => readFileSync(join(folder, 'file'), 'utf8');

test('the cache is where the environment says, and below the home of the user', () => {
  expect(sharedCache({ MATINEE_CACHE_DIR: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
  expect(sharedCache({ XDG_CACHE_HOME: '/b' })).toBe('/b/matinee');
  expect(sharedCache({ XDG_CACHE_HOME: '' })).toMatch(/\/\.cache\/matinee$/);
});

test('what is there is not made again', () => {
  expect(read(madeOnce('once/a', write('first'), cache))).toBe('first');
  expect(read(madeOnce('once/a', write('second'), cache))).toBe('first');
});

test('what cannot be made leaves nothing', () => {
  const fail = (folder: string) => {
    write('half')(folder);
    throw new Error('no space');
  };
  expect(() => madeOnce('failing/a', fail, cache)).toThrow('no space');
  expect(readdirSync(join(cache, 'failing'))).toEqual([]);
});

test('of two who make it at once, both get the first one', () => {
  const folder = madeOnce(
    'both/a',
    (own) => {
      madeOnce('both/a', write('first'), cache);
      write('second')(own);
    },
    cache,
  );
  expect(read(folder)).toBe('first');
  expect(readdirSync(join(cache, 'both'))).toEqual(['a']);
});

test('what nobody has used for long goes', () => {
  const old = new Date(Date.now() - 31 * 86_400_000);
  for (const name of ['old', 'used', 'new.new-1']) utimesSync(madeOnce(`pruned/${name}`, write(''), cache), old, old);
  madeOnce('pruned/used', write(''), cache);
  pruneCache('pruned', 30, cache);
  expect(readdirSync(join(cache, 'pruned'))).toEqual(['used']);
  pruneCache('never', 30, cache);
  expect(existsSync(join(cache, 'never'))).toBe(false);
});
