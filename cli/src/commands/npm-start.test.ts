/** `npm start` as a process that gets signals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDataDir, removeDataDir } from '@matinee/testkit/process.ts';
import { until } from '@matinee/testkit/until.ts';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../tools/built.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

beforeAll(() => ensureBuilt(), 300_000);

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** Starts it with a process group of its own, as a terminal or a service manager does, and waits until it listens. */
async function npmStart(dataDir: string): Promise<Started> {
  const args = ['start', '--', '--port', '0', '--data-dir', dataDir];
  const child = spawn('npm', args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  await until('the server listens', () => /listening on/.test(text), 90_000);
  return { child, said: () => text, ended };
}

/** Runs `work` with a started server, and kills the remaining processes. */
async function withNpmStart(work: (started: Started, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await makeDataDir();
  const started = await npmStart(dataDir);
  try {
    await work(started, dataDir);
  } finally {
    if (started.child.exitCode === null) process.kill(-started.child.pid!, 'SIGKILL');
    await removeDataDir(dataDir);
  }
}

test(
  '[CL10] SIGTERM to npm start ends the server in order',
  () =>
    withNpmStart(async ({ child, ended }, dataDir) => {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(existsSync(join(dataDir, 'management', 'endpoint'))).toBe(false);
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    }),
  120_000,
);

test(
  '[CL10] Ctrl-C, which reaches the server from the terminal and from npm, ends it in order',
  () =>
    withNpmStart(async ({ child, said, ended }, dataDir) => {
      process.kill(-child.pid!, 'SIGINT');
      await until('the server stops', () => said().includes('"msg":"stopping"'));
      child.kill('SIGINT');
      expect(await ended).toBe(0);
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    }),
  120_000,
);
