/**
 * Lets one process work at a time. A lock is a file that names its holder. `kill(pid, 0)` tells whether the holder is
 * dead, so that no process waits for it. On Linux a lock also has the start time of its holder, as process ids are used
 * again.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Time between two looks at a lock that is held, in milliseconds. */
const lookMs = 100;
/** How long the programs of a dead holder may take to end after they were killed, in milliseconds. */
const endingMs = 5_000;

/**
 * State of a process, and its start in ticks since the system booted. @returns undefined if the system does not tell.
 */
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

/** Identifies a process, also against a later one with the same id. */
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

/** A zombie counts as dead: in a container, there may be no parent that ever collects it. */
export function isAlive(process) {
  return exists(process.pid) && isSame(process) && look(process.pid)?.state !== 'Z';
}

/**
 * Kills the group of programs that a dead holder had started. They would write to the same files as the next holder.
 */
async function endGroup(leader) {
  // While a group lives, no process gets its id. So either this is its leader, or the leader has ended, or the whole
  // group has.
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

/** The holder of the lock. Undefined: the lock is free. An unreadable file counts as the lock of a dead holder. */
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

/** Writes a file with `holder` under a unique name. */
function writeAside(path, holder) {
  const aside = `${path}.${randomUUID()}`;
  writeFileSync(aside, JSON.stringify(holder));
  return aside;
}

/** Creates the lock, which appears with its whole content. False: the lock exists. */
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
 * Removes the lock of a dead holder. For that it takes a second lock, and then looks again: otherwise two processes
 * that both saw the dead holder would remove each other's lock.
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
 * Takes the lock, and waits for its holders; `onWait` gets the process id of each. With `guards(pid)` the holder names
 * the group of processes that works for it: if the holder is killed, the next one ends that group first.
 * @throws Error of the file system, and an AbortError when `signal` aborts while it waits.
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
