import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type Clock, pause } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster } from './postgres-cluster.ts';
import { clearUselessLock, findPostmaster, isAlive, type Postmaster, stopPostmaster } from './postmaster.ts';
import { openSocketFolder } from './socket-folder.ts';
import { findClosedFolder, findDatabaseUser, type SystemUser } from './system-user.ts';

/** The parameters for starting a server. */
export interface ServerPlace {
  /** The data directory, absolute. */
  readonly root: string;
  /** The cluster's folder inside the data directory. */
  readonly cluster: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Server settings that override ours. */
  readonly settings: Readonly<Record<string, string>>;
  /** Called when a server process runs. */
  readonly onLaunched: (() => void) | undefined;
}

/** Recovery after a power failure replays up to `max_wal_size` (1 GB): minutes on a slow disk. */
const startLimitMs = 300_000;
const keepLogBytes = 4 * 1024 * 1024;

/**
 * Settings on the command line override every file. With these three, an acknowledged write survives a power failure.
 */
const durableSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
/**
 * Before crash recovery, PostgreSQL makes sure that all files are on disk. File by file this takes seconds on a busy
 * disk or CPU, while the recovery itself takes milliseconds (`npm run bench -- start`). Linux can sync all files at
 * once.
 */
const recoverySettings = platform() === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {};
const ownSettings = {
  ...recoverySettings,
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // We log failed statements ourselves, with the request, and without the values that DETAIL contains.
  log_min_messages: 'log',
};

/**
 * Adopts the server that a killed process left running, or else starts one. @throws Error with a sentence for the
 * administrator.
 */
export async function bringUp(place: ServerPlace): Promise<Postmaster> {
  const { root, cluster, log, clock } = place;
  const user = await findDatabaseUser(cluster);
  await mkdir(root, { recursive: true });
  await openPath(root, user);
  const left = await findPostmaster(cluster);
  if (left !== undefined && left.status !== 'stopping') {
    const adopted = await untilReady(cluster, clock, log, left.pid);
    if (adopted !== undefined && (await hasSocket(adopted))) {
      log.info({ pid: adopted.pid }, 'adopted the PostgreSQL that an earlier process left running');
      return adopted;
    }
  }
  if (left !== undefined) await stopPostmaster(left.pid, clock, AbortSignal.timeout(60_000));
  const binaries = await preparePostgresBinaries(join(root, 'postgres-bin'), user);
  await ensureCluster(cluster, binaries, user);
  return launch(place, binaries, user);
}

async function launch(place: ServerPlace, binaries: PostgresBinaries, user: SystemUser): Promise<Postmaster> {
  const { root, cluster, log, clock, settings } = place;
  const socketFolder = await openSocketFolder(join(root, 'pg'), '.s.PGSQL.5432.lock', user);
  for (const lock of [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')])
    await clearUselessLock(lock, cluster);
  const logPath = join(root, 'postgres.log');
  const child = await spawnServer(binaries.postgres, cluster, user, logPath, {
    ...durableSettings,
    ...ownSettings,
    unix_socket_directories: socketFolder,
    ...settings,
  });
  place.onLaunched?.();
  const ready = await untilReady(cluster, clock, log, child.pid ?? 0, child);
  child.unref(); // Until here it kept our process alive: waiting by the clock alone does not.
  if (ready === undefined) {
    throw new Error(`PostgreSQL did not start: ${(await readFile(logPath, 'utf8').catch(() => '')).slice(-2_000)}`);
  }
  return ready;
}

/**
 * Like `bringUp`, and waits for backends of a killed server: they hold its shared memory until they exit, and no server
 * can start before.
 */
export async function bringUpPatiently(place: ServerPlace): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bringUp(place);
    } catch (cause) {
      if (attempt === 20 || !/shared memory block .* still in use/.test((cause as Error).message)) throw cause;
      await pause(place.clock, 250);
    }
  }
}

/**
 * The data directory is ours, so we may let `user` traverse it. The folders above are not, so the error names the
 * folder that `user` cannot enter.
 */
async function openPath(root: string, user: SystemUser): Promise<void> {
  if (!user.differs) return;
  const { mode } = await stat(root);
  if ((mode & 0o001) === 0) await chmod(root, mode | 0o011);
  const closed = await findClosedFolder(root, user);
  if (closed === undefined) return;
  throw new Error(
    `PostgreSQL cannot run as root, so it runs as ${user.name}, who cannot enter ${closed}: choose a data directory outside of it ` +
      '(for example /var/lib/matinee), or run Matinee as an ordinary user',
  );
}

/**
 * Whether the socket still exists. A program that cleans temporary folders may have removed it; no client can then
 * connect.
 */
export async function hasSocket({ socketFolder }: Postmaster): Promise<boolean> {
  return stat(join(socketFolder, '.s.PGSQL.5432')).then(
    () => true,
    () => false,
  );
}

async function spawnServer(
  postgres: string,
  cluster: string,
  user: SystemUser,
  logPath: string,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const size = await stat(logPath).then(
    (found) => found.size,
    () => 0,
  );
  if (size > keepLogBytes) await rename(logPath, `${logPath}.old`);
  const output = await open(logPath, 'a', 0o600);
  try {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(postgres, ['-D', cluster, ...args], {
      ...(user.differs ? { uid: user.uid, gid: user.gid } : {}),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  } finally {
    await output.close();
  }
}

/** Waits until server `pid` accepts connections; undefined if it exits instead. @throws Error after five minutes. */
async function untilReady(
  cluster: string,
  clock: Clock,
  log: Log,
  pid: number,
  child?: ChildProcess,
): Promise<Postmaster | undefined> {
  const startedAtMs = clock.nowMs();
  let toldAtMs = startedAtMs;
  while (clock.nowMs() - startedAtMs < startLimitMs) {
    if (child === undefined ? !isAlive(pid) : child.exitCode !== null || child.signalCode !== null) return undefined;
    const found = await findPostmaster(cluster);
    if (found?.pid === pid && found.status === 'ready') return found;
    if (clock.nowMs() - toldAtMs > 10_000) {
      toldAtMs = clock.nowMs();
      log.warn({ pid, status: found?.status }, 'PostgreSQL is still starting, probably recovering');
    }
    await pause(clock, 5);
  }
  throw new Error('PostgreSQL did not become ready within five minutes');
}
