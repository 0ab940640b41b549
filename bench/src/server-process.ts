import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.ts';
import { endWithUs, makeFolder } from './leftovers.ts';

/** Signs the access tokens of measured servers, so that people can be made without signing in. */
export const benchJwtSecret = 'a key that signs the tokens of benchmarks, and nothing else';

export interface ServerOptions {
  /** A data directory that is kept when the server stops. Absent: a new one, removed with the server. */
  readonly dataDir?: string;
  /** Environment variables, in addition to the ones that raise the limits. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Settings of a new database, in addition to the ones for many people. */
  readonly settings?: Readonly<Record<string, boolean | number | string>>;
  /** Arguments of node itself. */
  readonly nodeArguments?: readonly string[];
  /** Folder of the built web app, for benchmarks with pages. */
  readonly webRoot?: string;
}

/** The built server in its own process. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** The first start with an empty data directory takes longer, because PostgreSQL creates its files. */
const startLimitMs = 60_000;
const stopLimitMs = 15_000;

/**
 * Folder for a processor profile of each server (`node --cpu-prof`), readable with Chromium's developer tools. Absent:
 * no profiles.
 */
const profiles = process.env.BENCH_PROFILES;
const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];

const baseEnvironment = {
  MATINEE_LOG_LEVEL: 'error',
  MATINEE_JWT_SECRET: benchJwtSecret,
  // All servers of a benchmark have the same secrets, as some share a database.
  MATINEE_SECURITY_OPAQUE_SERVER_SETUP_SECRET: 'a secret of the passwords of benchmarks, and nothing else',
  MATINEE_CREDENTIAL_ENCRYPTION_KEY: 'b'.repeat(64),
  MATINEE_BOOTSTRAP_ROOT_PASSWORD: 'Correct-horse-7',
  // Every call still passes the limits; only their numbers are too high to matter.
  MATINEE_LIMITS_RATE_FACTOR: '1000000',
  MATINEE_LIMITS_CONNECTIONS_PER_USER: '1000000',
  MATINEE_LIMITS_CONNECTIONS_PER_ROOM: '1000000',
};

const baseSettings = {
  'user.enablePasswordSignup': true,
  'server.maxMembersPerRoom': 10_000,
  'server.maxRoomsPerUser': 1_000,
};

/**
 * Starts the server and waits until it listens. @throws Error with its output when it ends or takes more than a minute.
 */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const folder = options.dataDir === undefined ? makeFolder() : undefined;
  const dataDir = options.dataDir ?? folder!.path;
  const child = spawnServer(dataDir, options);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await listeningPort(child);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid!,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await exited;
      clearTimeout(timer);
      folder?.remove();
    },
  };
}

function spawnServer(
  dataDir: string,
  { environment, settings, nodeArguments = [], webRoot }: ServerOptions,
): ChildProcess {
  const built = join(root, 'server/dist/main.js');
  const program = existsSync(built)
    ? [built]
    : ['--conditions=source', '--import', 'tsx', join(root, 'server/src/main.ts')];
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MATINEE_'));
  const first = { MATINEE_BOOTSTRAP_SETTINGS: JSON.stringify({ ...baseSettings, ...settings }) };
  const pages = webRoot === undefined ? [] : ['--web-root', webRoot];
  const child = spawn(
    process.execPath,
    [...profiling, ...nodeArguments, ...program, '--data-dir', dataDir, '--port', '0', ...pages],
    {
      cwd: root,
      env: { ...Object.fromEntries(inherited), ...baseEnvironment, ...first, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  endWithUs(child);
  return child;
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (reason: string) => reject(new Error(`the server ${reason}:\n${said.slice(-4_000)}`));
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      fail(`does not listen after ${startLimitMs} ms`);
    }, startLimitMs);
    const listen = (bytes: Buffer) => {
      said = (said + bytes).slice(-8_000);
      const port = /listening on \S+:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`ended with ${signal ?? code}`);
    });
  });
}
