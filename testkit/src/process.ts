import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedName } from '@matinee/server/store/embedded/postgres-cluster.ts';
import { findPostmaster } from '@matinee/server/store/embedded/postmaster.ts';
import { programPath } from './outside/programs.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** How long a process may take to start, in milliseconds. The first start creates a database cluster. */
const startMs = 60_000;

/** A server as operators run it, in its own process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Set once it listens. */
  readonly port: number;
  readonly url: string;
  /** Everything that the process has written so far. */
  said(): string;
  /** Exit code and signal, once the process has ended. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Makes a folder that the database's user can enter, even when tests run as root. */
export async function makeDataDir(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-process-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts the built server and waits until it listens. @throws Error with its output when it ends before that. */
export async function startProcess(
  dataDir: string,
  flags: readonly string[] = [],
  maxDescriptors?: number,
): Promise<ServerProcess> {
  const started = launch(dataDir, flags, maxDescriptors);
  const isOver = started.ended.then(() => true);
  const port = await until(
    'the process listens',
    async () => {
      const found = /listening on http:\/\/[^:]+:(\d+)/.exec(started.said())?.[1];
      if (found !== undefined) return Number(found);
      if (await Promise.race([isOver, Promise.resolve(false)])) throw new Error(`it ended: ${started.said()}`);
      return undefined;
    },
    startMs,
  );
  return { ...started, port, url: `http://127.0.0.1:${port}` };
}

/**
 * Starts the server without waiting, for starts that must fail. `maxDescriptors`: its limit of open files; absent: the
 * usual one.
 */
export function launch(
  dataDir: string,
  flags: readonly string[] = [],
  maxDescriptors?: number,
): Omit<ServerProcess, 'port' | 'url'> {
  const main = join(root, 'server/dist/main.js');
  const own = ['--data-dir', dataDir, '--port', '0', '--set', `bootstrap.root_password=Correct-horse-7`];
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('MATINEE_'));
  const limited = maxDescriptors === undefined ? [] : ['prlimit', `--nofile=${maxDescriptors}:${maxDescriptors}`, '--'];
  const [command = '', ...words] = [...limited, process.execPath, main, ...own, ...flags];
  const child = spawn(command, words, {
    cwd: root,
    env: {
      ...Object.fromEntries(environment),
      MATINEE_BOOTSTRAP_SETTINGS: '{"user.enablePasswordSignup": true}',
      MATINEE_LIMITS_RATE_FACTOR: '10000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (bytes) => {
      text += bytes;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, said: () => text, ended };
}

/** Ends all processes of a data directory, including the database's, and removes the directory. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  if (pid !== undefined && isAlive(pid)) {
    process.kill(pid, 'SIGQUIT');
    await until('the database has ended', () => !isAlive(pid));
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** Address of a running server's embedded database, in the form of `database.url`. @throws Error when there is none. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (postmaster === undefined) throw new Error(`no PostgreSQL is running in ${dataDir}`);
  const query = new URLSearchParams({ host: postmaster.socketFolder, port: '5432' });
  return `postgres://${embeddedName}@/${embeddedName}?${query}`;
}

/** Process id of the embedded database; undefined when there is none. */
export function postmasterPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A Redis on a loopback port that writes nothing to disk. */
export interface RedisProcess {
  readonly port: number;
  readonly url: string;
  /** Kills it. Its data is lost. */
  stop(): Promise<unknown>;
  /** Starts it again on the same port, empty. */
  startAgain(): Promise<void>;
  /** Stops it from running. Its connections stay open, and it accepts bytes without reading them. */
  freeze(): void;
  /** Resumes a frozen Redis. It then reads the bytes sent meanwhile. */
  thaw(): void;
}

export async function startRedis(): Promise<RedisProcess> {
  const port = await freePort();
  let child = await startRedisOn(port);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    stop: () => {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      child.kill('SIGKILL');
      return once(child, 'close');
    },
    startAgain: async () => {
      child = await startRedisOn(port);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

async function startRedisOn(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(programPath('redis-server'), options, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.on('data', (bytes) => {
    text += bytes;
  });
  await until('redis is ready', () => text.includes('Ready to accept connections'));
  return child;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
