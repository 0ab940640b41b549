import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Checkout, makeCheckout, wanted } from './checkout.fixture.ts';
import { findMissing, isInstalled, isLockBehind, markInstalling, rememberInstalled } from './installed.mjs';

let checkout: Checkout;

beforeEach(() => {
  checkout = makeCheckout();
});
afterEach(() => checkout.remove());

const { 'node_modules/other-system': _absent, ...here } = wanted;
const { 'node_modules/builder': _builder, ...lean } = here;
const isReady = (isWhole = true) => isInstalled(checkout.root, isWhole);
const missing = (isWhole = true) => findMissing(checkout.root, isWhole);

test('without node_modules everything is missing but what is for other systems', () => {
  expect(isReady()).toBe(false);
  expect(missing()).toEqual(['@own/server', 'web', 'builder']);
});

test('an install by npm itself counts, and is compared once', () => {
  checkout.install(here);
  expect(isReady()).toBe(true);
  expect(JSON.parse(checkout.read('node_modules/.matinee-installed.json')).isWhole).toBe(true);
});

test('a lean install is enough to run, not to build', () => {
  checkout.install(lean);
  expect([isReady(false), isReady(true)]).toEqual([true, false]);
  expect(missing()).toEqual(['builder']);
  checkout.install(here);
  expect(isReady(true)).toBe(true);
});

test.each([
  ['a new package', { ...wanted, 'node_modules/new': { version: '1.0.0' } }, ['new']],
  ['another version', { ...wanted, 'node_modules/web': { version: '1.0.1', integrity: 'sha512-web1' } }, ['web']],
  ['another package under the name', { ...wanted, 'node_modules/web': { version: '1.0.0', integrity: 'x' } }, ['web']],
  ['a new workspace', { ...wanted, 'node_modules/@own/cli': { resolved: 'cli', link: true } }, ['@own/cli']],
  [
    'a second version beside it',
    { ...wanted, 'server/node_modules/web': { version: '2.0.0', integrity: 'sha512-web2' } },
    ['web'],
  ],
])('a lock file with %s is noticed', (_, packages, names) => {
  checkout.install(here);
  expect(isReady()).toBe(true);
  checkout.write('package-lock.json', { packages });
  expect(isReady()).toBe(false);
  expect(missing()).toEqual(names);
});

test('a package for this system has to be there, as node_modules may come from another one', () => {
  const native = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  checkout.write('package-lock.json', { packages: { ...wanted, 'node_modules/native': native } });
  checkout.install(here);
  expect(missing()).toEqual(['native']);
  // npm tolerates that the optional package cannot be installed. Then the next start does not try again.
  rememberInstalled(checkout.root, true);
  expect(isReady()).toBe(true);
});

test('what npm changes afterwards is noticed', () => {
  checkout.install(here);
  expect(isReady()).toBe(true);
  checkout.install(lean);
  expect(isReady()).toBe(false);
});

test('a package.json that the lock file does not know is noticed', () => {
  checkout.install(here);
  expect([isReady(), isLockBehind(checkout.root)]).toEqual([true, false]);
  checkout.write('server/package.json', { dependencies: { web: '1.0.0', added: '1.0.0' } });
  expect([isReady(), isLockBehind(checkout.root)]).toEqual([false, true]);
});

test.each([true, false])('an install that was killed is noticed (from nothing: %s)', (isFresh) => {
  checkout.install(here);
  expect(isReady()).toBe(true);
  markInstalling(checkout.root, isFresh);
  expect(isReady()).toBe(false);
  expect(missing()).toEqual(['@own/server', 'web', 'builder']);
});
