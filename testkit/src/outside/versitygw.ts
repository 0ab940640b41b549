/** versitygw as the object store: it checks signatures and checksums, and keeps objects as files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { freePort } from './nginx.ts';
import { programPath } from './programs.ts';

export interface Versitygw {
  readonly endpoint: string;
  readonly port: number;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Folder with the objects of the bucket, by key. */
  readonly folder: string;
  stop(): Promise<void>;
}

export interface VersitygwOptions {
  /** Origin of the pages that may send to the store; `*`: all. Absent: none. */
  readonly allowedOrigin?: string;
}

/** Starts a store with one empty bucket. */
export async function startVersitygw({ allowedOrigin }: VersitygwOptions = {}): Promise<Versitygw> {
  const work = mkdtempSync(join(tmpdir(), 'matinee-store-'));
  const bucket = 'matinee-files';
  const folder = join(work, bucket);
  mkdirSync(folder);
  const port = await freePort();
  const [accessKeyId, secretAccessKey] = ['test-access', 'test-secret-of-the-store'];
  const cors = allowedOrigin === undefined ? [] : ['--cors-allow-origin', allowedOrigin];
  const keys = ['--access', accessKeyId, '--secret', secretAccessKey];
  const child = spawn(
    programPath('versitygw'),
    [...keys, '--port', `127.0.0.1:${port}`, ...cors, '--quiet', 'posix', work],
    {
      stdio: 'ignore',
    },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await until('the object store answers', () =>
    fetch(endpoint).then(
      (answer) => answer.body?.cancel().then(() => true) ?? true,
      () => false,
    ),
  );
  return {
    endpoint,
    port,
    bucket,
    accessKeyId,
    secretAccessKey,
    folder,
    async stop() {
      await ended(child);
      rmSync(work, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
