import { cpSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt, readSources, removeStamp, wasBuilt, writeStamp } from './build-stamp.mjs';
import { type Checkout, makeCheckout } from './checkout.fixture.ts';

let checkout: Checkout;

beforeEach(() => {
  checkout = makeCheckout();
  for (const path of [
    'server/src/a.ts',
    'contract/src/b.ts',
    'subtitles/src/e.ts',
    'cli/src/c.ts',
    'web/src/d.tsx',
    'tools/build.ts',
  ])
    checkout.write(path, path);
  const sources = readSources(checkout.root);
  for (const path of ['server/dist/main.js', 'cli/dist/main.js', 'web/dist/index.html']) checkout.write(path, 'built');
  writeStamp(checkout.root, sources);
});
afterEach(() => checkout.remove());

const isCurrent = () => isBuilt(checkout.root);

test.each([
  ['a source is edited', () => checkout.write('server/src/a.ts', 'other')],
  ['a source is added', () => checkout.write('web/src/e.tsx', '')],
  ['a source is removed', () => rmSync(join(checkout.root, 'cli/src/c.ts'))],
  [
    'a source gets another name',
    () => renameSync(join(checkout.root, 'cli/src/c.ts'), join(checkout.root, 'cli/src/f.ts')),
  ],
  ['the lock file changes', () => checkout.write('package-lock.json', {})],
  ['the build itself changes', () => checkout.write('tools/build.ts', 'other')],
  ['a part of it is deleted', () => rmSync(join(checkout.root, 'web/dist'), { recursive: true })],
  ['it was interrupted', () => removeStamp(checkout.root)],
])('a build is not current when %s', (_, change) => {
  expect(isCurrent()).toBe(true);
  change();
  expect(isCurrent()).toBe(false);
});

test('an edit that keeps size and digits of the time is noticed, an older time included', () => {
  checkout.write('server/src/a.ts', 'server/src/A.ts');
  utimesSync(join(checkout.root, 'server/src/a.ts'), 1, 1);
  expect(isCurrent()).toBe(false);
});

test.each([
  'server/src/a.test.ts',
  'web/src/x.browser.test.tsx',
  'server/src/a.fixture.ts',
  'contract/proto/a.proto',
  'server/notes.md',
  'server/.tests/kernel/ids.js',
])('%s is no part of it', (path) => {
  checkout.write(path, '');
  expect(isCurrent()).toBe(true);
});

test('sources that were checked out again or copied are the same sources', () => {
  utimesSync(join(checkout.root, 'server/src/a.ts'), 1, 1);
  expect(isCurrent()).toBe(true);
  const copy = mkdtempSync(join(tmpdir(), 'matinee-checkout-'));
  try {
    cpSync(checkout.root, copy, { recursive: true });
    expect(isBuilt(copy)).toBe(true);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test('an older build is a build', () => {
  checkout.write('server/src/a.ts', 'other');
  expect(wasBuilt(checkout.root)).toBe(true);
  removeStamp(checkout.root);
  expect(wasBuilt(checkout.root)).toBe(false);
});
