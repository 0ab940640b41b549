import { expect, test } from 'vitest';
import { defaultDataDir, readCommandLine, UsageError } from './command-line.ts';

test.each([
  ['of root', {}, 0, '/var/lib/matinee'],
  ['of a person', { HOME: '/home/anna' }, 1_000, '/home/anna/.local/share/matinee'],
  ['that the desktop names', { HOME: '/home/anna', XDG_DATA_HOME: '/data' }, 1_000, '/data/matinee'],
])('the data directory %s', (_, environment, uid, path) => expect(defaultDataDir(environment, uid)).toBe(path));

test('who names a data directory needs no home folder', () => {
  expect(readCommandLine(['--data-dir', '/srv/films'], {}).dataDir).toBe('/srv/films');
  expect(readCommandLine([], { MATINEE_DATA_DIR: '/srv/films' }).dataDir).toBe('/srv/films');
});

test('what is not understood is refused', () => {
  expect(() => readCommandLine(['--port'], {})).toThrow(UsageError);
  expect(() => readCommandLine(['sevre'], {})).toThrow(UsageError);
});
