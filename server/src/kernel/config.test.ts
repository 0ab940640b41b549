import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, configKeys, readConfig } from './config.ts';
import { environmentLevel, fileLevel } from './config-levels.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const level = (values: Record<string, unknown>, origin = 'test') => ({ origin, values });

function faultsOf(...levels: Parameters<typeof readConfig>[0]): string {
  try {
    readConfig(levels);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

test('without any level every key has its default', () => {
  const config = readConfig([]);
  expect(config).toMatchObject({
    'server.port': 8080,
    'server.host': '127.0.0.1',
    'limits.rate_factor': 1,
    'database.pool_size': 10,
  });
  expect(Object.keys(config).sort()).toEqual(Object.keys(configKeys).sort());
});

test('flags win over the environment, and that over the file', () => {
  const file = fileLevel('m.yaml', { server: { port: 1, host: 'a.example' }, log: { level: 'warn' } });
  const environment = environmentLevel({ MATINEE_SERVER_PORT: '2', MATINEE_LOG_LEVEL: 'error', OTHER: 'x' });
  const config = readConfig([file, environment, level({ 'server.port': '3' })]);
  expect(config).toMatchObject({ 'server.port': 3, 'server.host': 'a.example', 'log.level': 'error' });
});

test('lists, flags and settings are read from text and from YAML', () => {
  const origins = ['https://a.example', 'https://b.example:8443'];
  for (const value of [origins, ' https://a.example , https://b.example:8443 ']) {
    expect(readConfig([level({ 'server.cors_allowed_origins': value })])['server.cors_allowed_origins']).toEqual(
      origins,
    );
  }
  expect(readConfig([level({ 'limits.enabled': 'false' })])['limits.enabled']).toBe(false);
  const file = fileLevel('m.yaml', { bootstrap: { settings: { 'user.enablePasswordSignup': true } } });
  expect(readConfig([file])['bootstrap.settings']).toEqual({ 'user.enablePasswordSignup': true });
  const environment = environmentLevel({ MATINEE_BOOTSTRAP_SETTINGS: '{"server.name":"x"}' });
  expect(readConfig([environment])['bootstrap.settings']).toEqual({ 'server.name': 'x' });
});

test('all faults of all levels are told at once, with key, value, level and an example', () => {
  const text = faultsOf(
    fileLevel('m.yaml', { server: { port: 70_000, nonsense: 1 }, log: 'loud' }),
    environmentLevel({ MATINEE_SERVER_HOST: 'not a host', MATINEE_TYPO: '1' }),
    level({ 'server.mode': 'test', 'server.cors_allowed_origins': 'https://a.example/path' }, 'flags'),
  );
  for (const part of [
    'server.port = 70000 (m.yaml)',
    'server.nonsense (m.yaml)',
    'log (m.yaml)',
    'server.host = "not a host" (environment)',
    'MATINEE_TYPO (environment)',
    'server.mode = "test" (flags)',
    'server.cors_allowed_origins',
    'Example: https://watch.example.org',
  ]) {
    expect(text).toContain(part);
  }
});

test('the value of a secret is not told', () => {
  const text = faultsOf(level({ 'jwt.secret': 'hunter2', 'bootstrap.root_password': 'tiny' }));
  expect(text).toContain('jwt.secret = [secret]');
  expect(text).not.toMatch(/hunter2|tiny/);
});

test('a secret may come from a file, at every level, but not from both', () => {
  const path = join(folder, 'secret');
  writeFileSync(path, 'a secret of more than thirty-two characters\n');
  expect(readConfig([level({ 'jwt.secret_file': path })])['jwt.secret']).toBe(
    'a secret of more than thirty-two characters',
  );
  expect(readConfig([environmentLevel({ MATINEE_JWT_SECRET_FILE: path })])['jwt.secret']).toMatch(/^a secret/);
  expect(faultsOf(level({ 'jwt.secret_file': path, 'jwt.secret': 'x'.repeat(40) }))).toContain(
    'both as a value and as a file',
  );
  expect(faultsOf(level({ 'jwt.secret_file': join(folder, 'none') }))).toContain('cannot be read');
  expect(faultsOf(level({ 'server.port_file': path }))).toContain('only secrets may come from a file');
});

test('whatever a level holds, it is read or refused with a ConfigError', () => {
  const names = fc.oneof(
    fc.constantFrom(...Object.keys(configKeys)),
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'toString_file'),
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true }), (values) => {
      faultsOf(level(values));
      faultsOf(fileLevel('m.yaml', values));
    }),
  );
});
