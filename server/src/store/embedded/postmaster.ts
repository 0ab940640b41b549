import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, unlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type Clock, pause } from '../../kernel/clock.ts';

/** What a running PostgreSQL says of itself in `postmaster.pid` (PostgreSQL 17, src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
}

/**
 * The server that runs on `cluster`, including one that a killed process of ours left behind; undefined: there is none.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0 || !isAlive(pid) || !(await serves(pid, cluster))) return undefined;
  const status = lines[7]?.trim();
  const isKnown = status === 'starting' || status === 'stopping' || status === 'ready' || status === 'standby';
  return { pid, socketFolder: lines[4] ?? '', status: isKnown ? status : 'unknown' };
}

/**
 * Removes a lock file of PostgreSQL that names no server but would keep one from starting. Its process id now belongs
 * to another program, or to a process that has ended and is still listed. Or it has none, since the machine went down
 * before the file was on disk. `path` is `postmaster.pid` of the cluster, or the lock of its socket, which begins with
 * the same line.
 *
 * Leaves a file whose process is gone to PostgreSQL. PostgreSQL itself makes sure that no server or backend uses the
 * cluster: it finds their shared memory by the inode of the folder (src/backend/port/sysv_shmem.c).
 */
export async function clearUselessLock(path: string, cluster: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  // The id is negative while a server runs for a single user.
  const pid = Math.abs(Number(text.split('\n')[0]));
  const isId = Number.isInteger(pid) && pid > 0;
  if (!isId || (isListed(pid) && !(await serves(pid, cluster)))) await unlink(path);
}

/**
 * Stops the server and waits until it is gone. It breaks off transactions and writes a checkpoint. When `deadline`
 * comes first, it ends at once and leaves recovery to the next start. No data is lost either way (PostgreSQL 17, 18.5:
 * SIGINT, SIGQUIT).
 */
export async function stopPostmaster(pid: number, clock: Clock, deadline: AbortSignal): Promise<void> {
  signal(pid, 'SIGINT');
  while (isAlive(pid) && !deadline.aborted) await pause(clock, 10, deadline);
  if (!isAlive(pid)) return;
  signal(pid, 'SIGQUIT');
  for (let waitedMs = 0; isAlive(pid) && waitedMs < 5_000; waitedMs += 10) await pause(clock, 10);
}

/**
 * True while the process runs, under any user. An ended process can stay listed until its parent asks for its exit
 * code. The parent of a server that its first process left behind is process 1, which takes seconds in some containers.
 */
export function isAlive(pid: number): boolean {
  return isListed(pid) && !(platform() === 'linux' && hasEnded(pid));
}

function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The state follows the program's name in parentheses; Z and X stand for ended (proc(5), /proc/pid/stat). */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

/**
 * Whether the process is a PostgreSQL that was started on `cluster`. Process ids are reused, so the command line
 * decides.
 */
async function serves(pid: number, cluster: string): Promise<boolean> {
  const words = await commandLine(pid);
  return words.includes('postgres') && words.includes(cluster);
}

async function commandLine(pid: number): Promise<string> {
  if (platform() === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'command=', '-p', String(pid)], (error, text) => resolve(error ? '' : text));
  });
}
