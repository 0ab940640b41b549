import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identify, isAlive, takeLock } from './process-lock.mjs';

let folder: string;
let path: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-lock-'));
  path = join(folder, 'setup.lock');
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;

/** A process in a group of its own that runs until it is killed. */
async function startSleeper(): Promise<ChildProcess> {
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  return child;
}

async function kill(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return child.pid!;
}

test('a lock names its holder, and is gone with its release', async () => {
  const lock = await takeLock(path, { signal: never });
  expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('who waits is told for whom, once, and goes on when that is over', async () => {
  const holder = await startSleeper();
  writeFileSync(path, JSON.stringify(identify(holder.pid!)));
  const waitedFor: number[] = [];
  const taking = takeLock(path, { onWait: (pid: number) => waitedFor.push(pid), signal: never });
  await until('it waits', () => waitedFor.length > 0);
  expect(existsSync(path)).toBe(true);
  await kill(holder);
  (await taking).release();
  expect(waitedFor).toEqual([holder.pid]);
});

test('who waits can give up', async () => {
  const holder = await startSleeper();
  writeFileSync(path, JSON.stringify(identify(holder.pid!)));
  const giveUp = new AbortController();
  await expect(takeLock(path, { onWait: () => giveUp.abort(), signal: giveUp.signal })).rejects.toThrow('aborted');
  expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(holder.pid);
});

test.each([
  ['of a process that was killed', async () => JSON.stringify({ pid: await kill(await startSleeper()) })],
  ['of an earlier process with the id of one that runs', async () => `{"pid":${process.ppid},"started":"1"}`],
  ['that is empty, as after a power failure', async () => ''],
  ['that names nobody', async () => '{"pid":-1}'],
])('a lock %s is taken over at once', async (_, write) => {
  writeFileSync(path, await write());
  const waitedFor: number[] = [];
  const lock = await takeLock(path, { onWait: (pid: number) => waitedFor.push(pid), signal: never });
  expect(waitedFor).toEqual([]);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('nobody waits for a dead process that was removing the lock of another', async () => {
  const dead = JSON.stringify({ pid: await kill(await startSleeper()) });
  for (const name of ['', '.removal', '.removal.removal']) writeFileSync(path + name, dead);
  (await takeLock(path, { signal: never })).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('what a dead holder has started is ended before the next one begins', async () => {
  const worker = await startSleeper();
  const holder = { pid: await kill(await startSleeper()), group: identify(worker.pid!) };
  writeFileSync(path, JSON.stringify(holder));
  (await takeLock(path, { signal: never })).release();
  expect(isAlive(identify(worker.pid!))).toBe(false);
});

test('a program that only has the id of such a one is left alone', async () => {
  const other = await startSleeper();
  const holder = { pid: await kill(await startSleeper()), group: { pid: other.pid, started: '1' } };
  writeFileSync(path, JSON.stringify(holder));
  (await takeLock(path, { signal: never })).release();
  expect(isAlive(identify(other.pid!))).toBe(true);
});

test('of many who find a dead holder, one at a time has the lock', async () => {
  const program = `
    import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
    import { takeLock } from ${JSON.stringify(new URL('process-lock.mjs', import.meta.url).href)};
    for (let round = 0; round < 20; round++) {
      const lock = await takeLock(process.argv[1], { signal: new AbortController().signal });
      writeFileSync(process.argv[1] + '.held', '', { flag: 'wx' });
      rmSync(process.argv[1] + '.held');
      // Killed with the lock in its hand: the next one finds it.
      if (round === 19) process.kill(process.pid, 'SIGKILL');
      lock.release();
    }`;
  const runs = Array.from({ length: 6 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, path], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    let said = '';
    child.stderr!.on('data', (text) => {
      said += text;
    });
    return once(child, 'close').then(([, signal]) => ({ signal, said }));
  });
  for (const run of await Promise.all(runs)) expect(run).toEqual({ signal: 'SIGKILL', said: '' });
});
