import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { argumentsOf, expectDone } from './server-program.ts';

beforeEach(() => {
  for (const name of ['MATINEE_CONFIG', 'MATINEE_SERVER_MODE']) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

test('[CL10] what was given is handed on to the server, and nothing else', () => {
  const set = ['log.level=debug', 'server.mode=production'];
  expect(argumentsOf({ dataDir: '/srv/m', config: 'm.yaml', port: '0', host: '::1', webRoot: 'web', set })).toEqual([
    ...['--data-dir', '/srv/m', '--config', 'm.yaml', '--port', '0', '--host', '::1', '--web-root', 'web'],
    ...['--set', 'log.level=debug', '--set', 'server.mode=production'],
  ]);
});

test('without a configuration file the quick start’s is taken', () => {
  expect(argumentsOf({})).toEqual(['--config', expect.stringMatching(/config\/quick-start\.yaml$/)]);
});

test('the quick start’s file is not taken in production, nor where the environment names another', () => {
  expect(argumentsOf({ set: ['server.mode=production'] })).toEqual(['--set', 'server.mode=production']);
  vi.stubEnv('MATINEE_SERVER_MODE', 'production');
  expect(argumentsOf({})).toEqual([]);
  vi.stubEnv('MATINEE_SERVER_MODE', undefined);
  vi.stubEnv('MATINEE_CONFIG', '/etc/matinee.yaml');
  expect(argumentsOf({})).toEqual([]);
});

test('[CL1] a command of the server ends as the server’s program did, which has told why', () => {
  expect(() => expectDone(0)).not.toThrow();
  expect(() => expectDone(2)).toThrow(expect.objectContaining({ ending: 'usage', message: '' }));
  expect(() => expectDone(1)).toThrow(expect.objectContaining({ ending: 'refused', message: '' }));
});
