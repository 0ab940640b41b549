import { join } from 'node:path';
import type { WorkerSeat } from './app-options.ts';

/** A folder of files that can be made again, and most bytes in it. */
interface Cache {
  readonly folder: string;
  readonly maxBytes: number;
}

/** A worker has a folder of its own, as each process alone knows what it keeps. */
export function folderOf(seat: WorkerSeat | undefined, folder: string): string {
  return seat === undefined ? folder : join(folder, `worker-${seat.number}`);
}

/**
 * What a process may take of a limit for all workers together, from 0 to 1. While a worker is replaced there is one more
 * than usual, so all shares together stay under the limit.
 */
export function shareOf(seat: WorkerSeat | undefined): number {
  return seat === undefined ? 1 : 1 / (seat.count + 1);
}

/** The part of a cache that a process has. */
export function ofSeat(seat: WorkerSeat | undefined, { folder, maxBytes }: Cache): Cache {
  return { folder: folderOf(seat, folder), maxBytes: Math.floor(maxBytes * shareOf(seat)) };
}
