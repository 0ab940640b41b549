import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { makeDataDir, startProcess } from '../process.ts';
import { runAtEnd } from './at-end.ts';

let used: Promise<string> | undefined;

/**
 * Makes a data directory in which a server has started once and was stopped: it has secrets, a database with all tables,
 * and the first account. A first start takes three seconds of a core, so it is done once in a test process and then
 * copied. Tests of first starts take `makeDataDir`.
 */
export async function makeUsedDataDir(): Promise<string> {
  used ??= startOnce();
  const folder = await makeDataDir();
  // Preserves the owners: the database runs as its own user.
  await promisify(execFile)('cp', ['-a', `${await used}/.`, folder]);
  return folder;
}

async function startOnce(): Promise<string> {
  const folder = await makeDataDir();
  runAtEnd('rm -rf "$1"', folder);
  const { child, ended } = await startProcess(folder);
  child.kill('SIGTERM');
  await ended;
  return folder;
}
