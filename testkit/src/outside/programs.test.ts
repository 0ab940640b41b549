import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedProgram, findCommand, findProgram, hasProgram, programPath } from './programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-programs-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('MATINEE_CACHE_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function put(path: string, mode = 0o755): string {
  const program = join(folder, path);
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, '');
  chmodSync(program, mode);
  return program;
}

test('a program is found on the path, before those of the system', () => {
  const program = put('chromium');
  expect(findProgram('chromium')).toBe(program);
});

test('a program may have another name', () => {
  expect(findCommand('no-such-program', 'other-name')).toBeUndefined();
  const program = put('other-name');
  expect(findCommand('no-such-program', 'other-name')).toBe(program);
});

test('what cannot be run is no program', () => {
  put('no-such-program', 0o644);
  expect(findCommand('no-such-program')).toBeUndefined();
});

test('a program of another registry has the version that the list names', () => {
  put('versitygw');
  expect(hasProgram('versitygw')).toBe(false);
  expect(() => programPath('versitygw')).toThrow('versitygw is not installed');
  const program = put(`${cachedProgram('versitygw')}/bin/versitygw`);
  expect(cachedProgram('versitygw')).toMatch(/-v\d/);
  expect(programPath('versitygw')).toBe(program);
});
