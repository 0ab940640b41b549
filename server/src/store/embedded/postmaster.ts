import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, unlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type Clock, pause } from '../../kernel/clock.ts';

/** The facts that a running PostgreSQL writes to `postmaster.pid` (PostgreSQL 17, src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
}

/**
 * The server that runs on `cluster`, including one that a killed process of ours left running; undefined if there is
 * none.
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
 * Removes a stale PostgreSQL lock file that would keep a server from starting. Its process id now belongs to another
 * program, or to a zombie. Or the file has no id, because the machine crashed before the file was on disk. `path` is
 * `postmaster.pid` of the cluster, or the lock of its socket, which begins with the same line.
 *
 * If the process in the file no longer exists, PostgreSQL removes the file itself. It also makes sure that no server or
 * backend uses the cluster: it finds their shared memory by the inode of the folder (src/backend/port/sysv_shmem.c).
 */
export async function clearUselessLock(path: string, cluster: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  // The id is negative for a server in single-user mode.
  const pid = Math.abs(Number(text.split('\n')[0]));
  const isId = Number.isInteger(pid) && pid > 0;
  if (!isId || (isListed(pid) && !(await serves(pid, cluster)))) await unlink(path);
}

/**
 * Stops the server and waits until it is gone. The server aborts transactions and writes a checkpoint. If `deadline`
 * aborts first, the server quits at once and leaves recovery to the next start. No data is lost either way (PostgreSQL
 * 17, 18.5: SIGINT, SIGQUIT).
 */
export async function stopPostmaster(pid: number, clock: Clock, deadline: AbortSignal): Promise<void> {
  signal(pid, 'SIGINT');
  while (isAlive(pid) && !deadline.aborted) await pause(clock, 10, deadline);
  if (!isAlive(pid)) return;
  signal(pid, 'SIGQUIT');
  for (let waitedMs = 0; isAlive(pid) && waitedMs < 5_000; waitedMs += 10) await pause(clock, 10);
}

/**
 * True while the process runs, under any user. A process that has exited stays listed until its parent reads its exit
 * code. If the process that started the server has died, the parent is process 1, which takes seconds in some
 * containers.
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

/** The state follows the program's name in parentheses; Z and X mean that it has exited (proc(5), /proc/pid/stat). */
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
    // It has already exited.
  }
}

/**
 * Whether the process is a PostgreSQL that was started on `cluster`. Process ids are reused, so this checks the command
 * line.
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
