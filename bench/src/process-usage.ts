/** The resources that a process uses, read from /proc (proc(5)). Linux only. */
import { readFileSync } from 'node:fs';

/** Length of a clock tick in `/proc/PID/stat`, in milliseconds: 100 a second on every Linux since 2.6 (USER_HZ). */
const tickMs = 10;

/** Processor time that all threads of the process have used, in milliseconds. */
export function cpuMs(pid: number): number {
  return ticksOf(pid, 14) + ticksOf(pid, 15);
}

/** Processor time of the exited children of the process, in milliseconds. */
export function endedChildrenCpuMs(pid: number): number {
  return ticksOf(pid, 16) + ticksOf(pid, 17);
}

/** A field of `/proc/PID/stat` that counts ticks, in milliseconds. The first field is 1. */
function ticksOf(pid: number, field: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The second field is the program's name in parentheses, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[field - 3]) * tickMs;
}

/**
 * Processor time of the process's running children, in milliseconds. For a postmaster that is the work of PostgreSQL.
 */
export function childrenCpuMs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), 0);
}

/** Process ids of the children that run now. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
}

/** Memory of the process that is in RAM, in KiB. */
export function residentKib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  if (kib === undefined) throw new Error(`process ${pid} has ended`);
  return Number(kib);
}

/** Most memory of the process that was in RAM at once, in KiB. */
export function peakKib(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  if (kib === undefined) throw new Error(`process ${pid} has ended`);
  return Number(kib);
}
