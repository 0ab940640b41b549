import { until } from '@matinee/testkit/until.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Checkout, fakeNpm, makeCheckout, wanted } from './checkout.fixture.ts';
import { install } from './install.mjs';
import { findMissing, isInstalled } from './installed.mjs';

let checkout: Checkout;
let shown: string[];

beforeEach(() => {
  checkout = makeCheckout();
  shown = [];
});
afterEach(() => {
  vi.unstubAllEnvs();
  checkout.remove();
});

const { 'node_modules/other-system': _absent, ...here } = wanted;
const { 'node_modules/builder': _builder, ...lean } = here;
/** Code of an npm that installs `packages`. */
const installs = (packages: object) =>
  `writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages }))});`;

function run(npm: { ping?: string; install?: string }, { isWhole = true, signal = new AbortController().signal } = {}) {
  vi.stubEnv('npm_execpath', fakeNpm(checkout, npm));
  vi.stubEnv('npm_config_offline', undefined);
  const step = { show: (text: string) => shown.push(text), done: () => undefined, stop: () => undefined };
  const lock = { guards: () => undefined, release: () => undefined };
  return install(checkout.root, step, { isWhole, signal, lock });
}

const commands = () =>
  checkout
    .read('npm.log')
    .trim()
    .split('\n')
    .map((line) => line.split(' --loglevel')[0]);

test('from nothing it is npm ci, with a count of the packages', async () => {
  const line = (name: string) =>
    `console.error('npm http fetch GET 200 http://registry.test/${name}/-/${name}-1.0.0.tgz 9ms');`;
  const look = (name: string) => `console.error('npm http cache http://registry.test/${name} 2ms (cache hit)');`;
  await run({ install: look('web') + look('builder') + line('web') + line('web') + line('builder') + installs(here) });
  expect(commands()).toEqual([expect.stringMatching(/^ping /), 'ci --include=dev --include=optional']);
  const waiting = ['asking the registry', '0 of 3'];
  expect(shown).toEqual([...waiting, 'looked up 1 of 3', 'looked up 2 of 3', '1 of 3', '1 of 3', '2 of 3']);
  expect(isInstalled(checkout.root, true)).toBe(true);
});

test('what has changed is added, and the lock file stays', async () => {
  checkout.install(here);
  checkout.write('package-lock.json', { packages: { ...wanted, 'node_modules/new': { version: '1.0.0' } } });
  await run({ install: installs({ ...here, 'node_modules/new': { version: '1.0.0' } }) });
  expect(commands()[1]).toBe('install --no-save --include=dev --include=optional');
});

test('a package.json that was edited changes the lock file', async () => {
  checkout.write('server/package.json', { dependencies: { web: '1.0.0', added: '1.0.0' } });
  await run({ install: installs(here) });
  expect(commands()[1]).toBe('install --include=dev --include=optional');
});

test('a lean install stays lean', async () => {
  await run({ install: installs(lean) }, { isWhole: false });
  expect(commands()[1]).toBe('ci --omit=dev --include=optional');
  checkout.write('package-lock.json', { packages: { ...wanted, 'node_modules/new': { version: '1.0.0' } } });
  await run({ install: installs(lean) }, { isWhole: false });
  expect(commands()[3]).toBe('install --no-save --omit=dev --include=optional');
  await run({ install: installs(here) });
  await run({ install: installs(here) }, { isWhole: false });
  expect(commands()[7]).toBe('install --no-save --include=dev --include=optional');
});

test.each([
  ['ECONNREFUSED', 'ECONNREFUSED'],
  ['ENOTFOUND', 'ENOTFOUND'],
  ['FETCH_ERROR', 'no answer within 8 s'],
])('a registry that fails with %s is named at once, and what is there stays', async (code, why) => {
  checkout.install(lean);
  await expect(run({ ping: `fail('${code}');` })).rejects.toThrow(
    `the package registry http://registry.test/ cannot be reached (${why}), and builder is missing. Connect`,
  );
  expect(commands()).toEqual([expect.stringMatching(/^ping --fetch-retries=0 --fetch-timeout=8000/)]);
  expect(isInstalled(checkout.root, false)).toBe(true);
});

test('a registry that knows no ping is there', async () => {
  await run({ ping: `fail('E404');`, install: installs(here) });
  expect(isInstalled(checkout.root, true)).toBe(true);
});

test.each([
  ['EACCES', '/elsewhere/.npm', /^\/elsewhere\/\.npm cannot be written: it belongs to somebody else/],
  ['EROFS', '/elsewhere', /^\/elsewhere cannot be written: it is on a file system that is read-only/],
  ['ENOSPC', '/elsewhere', /^the disk of \/elsewhere is full/],
  ['EINTEGRITY', '', /^npm could not install the packages \(EINTEGRITY\)$/],
])('when npm ends with %s, one line says it', async (code, path, message) => {
  await expect(run({ install: `fail('${code}', '${path}');` })).rejects.toThrow(message);
});

test('without npm it says where npm comes from', async () => {
  vi.stubEnv('PATH', '/nowhere');
  vi.stubEnv('npm_execpath', '/usr/share/yarn/bin/yarn.js');
  const step = { show: () => undefined, done: () => undefined, stop: () => undefined };
  const lock = { guards: () => undefined, release: () => undefined };
  await expect(
    install(checkout.root, step, { isWhole: true, signal: new AbortController().signal, lock }),
  ).rejects.toThrow('npm is not installed');
});

test('a signal ends npm with what it has started, and the next install begins from nothing', async () => {
  checkout.install(here);
  checkout.write('package-lock.json', { packages: { ...wanted, 'node_modules/new': { version: '1.0.0' } } });
  const interruption = new AbortController();
  const endless = `
    process.on('SIGTERM', () => undefined);
    const { pid } = require('node:child_process').spawn('sleep', ['300']);
    writeFileSync('pid', String(pid));
    setInterval(() => undefined, 1000);`;
  const running = run({ install: endless }, { signal: interruption.signal }).catch((cause: Error) => cause);
  const pid = await until('npm is at work', () => {
    try {
      return Number(checkout.read('pid')) || undefined;
    } catch {
      return undefined;
    }
  });
  interruption.abort();
  expect(await running).toMatchObject({ name: 'AbortError' });
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(findMissing(checkout.root, true)).toHaveLength(4);
  await run({ install: installs(here) });
  expect(commands().at(-1)).toBe('ci --include=dev --include=optional');
});
