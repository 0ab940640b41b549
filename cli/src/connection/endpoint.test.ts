import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dataDirOf } from './data-dir.ts';
import { findEndpoint } from './endpoint.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-endpoint-'));
  for (const name of ['ENDPOINT', 'TOKEN', 'TOKEN_FILE']) vi.stubEnv(`MATINEE_MANAGEMENT_${name}`, undefined);
  vi.stubEnv('MATINEE_DATA_DIR', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function fileWith(name: string, text: string): string {
  mkdirSync(join(folder, 'management'), { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('[CL14] the flag wins over the environment, and that over the data directory', () => {
  fileWith('management/endpoint', 'unix:/run/matinee.sock\n');
  const options = { dataDir: folder };
  expect(findEndpoint(options)).toEqual({ address: 'unix:/run/matinee.sock', token: undefined });
  vi.stubEnv('MATINEE_MANAGEMENT_ENDPOINT', 'env.example:9000');
  expect(findEndpoint(options).address).toBe('env.example:9000');
  expect(findEndpoint({ ...options, endpoint: 'flag.example:9000' }).address).toBe('flag.example:9000');
});

test('[CL14] an environment that is empty counts as not set', () => {
  fileWith('management/endpoint', 'unix:/run/matinee.sock');
  vi.stubEnv('MATINEE_MANAGEMENT_ENDPOINT', '');
  expect(findEndpoint({ dataDir: folder }).address).toBe('unix:/run/matinee.sock');
});

test('[CL4] without a server it is said how to start one', () => {
  expect(() => findEndpoint({ dataDir: folder })).toThrow(
    expect.objectContaining({
      ending: 'unreachable',
      message: `no server is running on ${folder}`,
      hint: expect.stringContaining('matinee serve'),
    }),
  );
});

describe('addresses', () => {
  test.each([
    ['unix:/run/m.sock', 'unix:/run/m.sock'],
    ['/run/m.sock', 'unix:/run/m.sock'],
    ['./m.sock', `unix:${resolve('m.sock')}`],
    ['localhost:9000', 'localhost:9000'],
    ['[::1]:9000', '[::1]:9000'],
  ])('[CL14] %s is taken', (endpoint, address) => expect(findEndpoint({ endpoint }).address).toBe(address));

  test.each(['localhost', 'http://localhost:9000', '::1:9000', 'localhost:port'])('[CL3] %s is refused', (endpoint) =>
    expect(() => findEndpoint({ endpoint })).toThrow(
      expect.objectContaining({ ending: 'usage', hint: 'Give unix:/path/to/socket or host:port.' }),
    ),
  );
});

describe('[CL14] the token', () => {
  const tokenOf = (tokenFile?: string) =>
    findEndpoint({ endpoint: 'host:1', ...(tokenFile === undefined ? {} : { tokenFile }) }).token;

  test('is the one of the file that the flag names, else the environment, else the file that it names', () => {
    expect(tokenOf()).toBeUndefined();
    vi.stubEnv('MATINEE_MANAGEMENT_TOKEN_FILE', fileWith('environment', 'from its file\n'));
    expect(tokenOf()).toBe('from its file');
    vi.stubEnv('MATINEE_MANAGEMENT_TOKEN', 'from the environment');
    expect(tokenOf()).toBe('from the environment');
    expect(tokenOf(fileWith('flag', ' from the flag\n'))).toBe('from the flag');
  });

  test('in a file that cannot be read is a fault of the command line', () => {
    expect(() => tokenOf(join(folder, 'missing'))).toThrow(
      expect.objectContaining({ ending: 'usage', message: expect.stringContaining('the token cannot be read') }),
    );
  });
});

test('[CL14] the data directory is that of the flag, the environment, or where serve puts it', () => {
  vi.stubEnv('XDG_DATA_HOME', '/home/ada/data');
  const own = process.getuid?.() === 0 ? '/var/lib/matinee' : '/home/ada/data/matinee';
  expect(dataDirOf(undefined)).toBe(own);
  vi.stubEnv('MATINEE_DATA_DIR', '/srv/matinee');
  expect(dataDirOf(undefined)).toBe('/srv/matinee');
  expect(dataDirOf('here')).toBe(resolve('here'));
});
