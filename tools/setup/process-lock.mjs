/**
 * One process at a time. A lock is a file that names its holder; a holder that is dead is found out by `kill(pid, 0)`, so
 * nobody waits for it. On Linux a lock also knows when its holder started, as process ids are used again.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Time between two looks at a lock that is held, in milliseconds. */
const lookMs = 100;
/** Longest that the programs of a dead holder may take to end after they were killed. */
const endingMs = 5_000;

/** State and start of a process, in ticks since the system booted. @returns undefined where the system does not tell. */
function look(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in parentheses, and may have spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return undefined;
  }
}

/** A process, so that it can be told from a later one with the same id. */
export function identify(pid) {
  return { pid, started: look(pid)?.started };
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause.code === 'EPERM';
  }
}

function isSame({ pid, started }) {
  const found = look(pid);
  return found === undefined || started === undefined || found.started === started;
}

/** A zombie is dead: in a container there may be nobody who ever asks how it ended. */
export function isAlive(process) {
  return exists(process.pid) && isSame(process) && look(process.pid)?.state !== 'Z';
}

/** Kills the group of programs that a dead holder had started. They would go on writing where the next holder writes. */
async function endGroup(leader) {
  // While a group lives, no process gets its id. So either this is its leader, or the leader has ended, or the whole group has.
  if (!isSame(leader)) return;
  for (const end = Date.now() + endingMs; Date.now() < end; await pause(lookMs)) {
    try {
      process.kill(-leader.pid, 'SIGKILL');
    } catch {
      return;
    }
    if (look(leader.pid)?.state === 'Z') return;
  }
}

/** Who holds the lock. Undefined: nobody does. A file that nobody can read the meaning of is that of a holder who is dead. */
function readHolder(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  }
  try {
    const { pid, started, group } = JSON.parse(text);
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, started, group } : { isBroken: true };
  } catch {
    return { isBroken: true };
  }
}

const isHeld = (holder) => !holder.isBroken && isAlive(holder);

/** A file with `holder` under a name that nobody else uses. */
function writeAside(path, holder) {
  const aside = `${path}.${randomUUID()}`;
  writeFileSync(aside, JSON.stringify(holder));
  return aside;
}

/** False: the lock exists. It appears with its content, so nobody ever reads half of it. */
function create(path) {
  const aside = writeAside(path, identify(process.pid));
  try {
    linkSync(aside, path);
    return true;
  } catch (cause) {
    if (cause.code === 'EEXIST') return false;
    throw cause;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Removes the lock of a holder that is dead. Whoever does so holds the lock of that, and looks again under it: two who have
 * both seen the dead holder would otherwise remove the lock of each other.
 */
async function removeDead(path, signal) {
  const removal = `${path}.removal`;
  await take(removal, { signal });
  try {
    const holder = readHolder(path);
    if (holder === undefined || isHeld(holder)) return;
    if (holder.group) await endGroup(holder.group);
    rmSync(path, { force: true });
  } finally {
    rmSync(removal, { force: true });
  }
}

async function take(path, { onWait = () => undefined, signal }) {
  let waitsFor;
  while (!create(path)) {
    const holder = readHolder(path);
    if (holder === undefined) continue;
    if (!isHeld(holder)) await removeDead(path, signal);
    else {
      if (holder.pid !== waitsFor) onWait(holder.pid);
      waitsFor = holder.pid;
      await pause(lookMs, undefined, { signal });
    }
  }
}

/**
 * Takes the lock, and waits for whoever holds it; `onWait` gets the process id of each. With `guards(pid)` the holder says
 * which group of processes works for it: if the holder is killed, the next one ends that group first.
 * @throws Error of the file system, and an AbortError when `signal` says so while it waits.
 */
export async function takeLock(path, { onWait, signal } = {}) {
  await take(path, { onWait, signal });
  return {
    guards(pid) {
      renameSync(writeAside(path, { ...identify(process.pid), group: identify(pid) }), path);
    },
    release() {
      rmSync(path, { force: true });
    },
  };
}
