import { join } from 'node:path';
import type { WorkerSeat } from './app-options.ts';

/** A folder of files that can be recreated, and its maximum size, in bytes. */
interface Cache {
  readonly folder: string;
  readonly maxBytes: number;
}

/** Each worker has its own folder, because only the process that wrote the files knows them. */
export function folderOf(seat: WorkerSeat | undefined, folder: string): string {
  return seat === undefined ? folder : join(folder, `worker-${seat.number}`);
}

/**
 * The share of a limit for all workers together that a process may use, from 0 to 1. While a worker is replaced there
 * is one more than usual, so the shares always add up to less than the limit.
 */
export function shareOf(seat: WorkerSeat | undefined): number {
  return seat === undefined ? 1 : 1 / (seat.count + 1);
}

/** A process's part of a cache. */
export function ofSeat(seat: WorkerSeat | undefined, { folder, maxBytes }: Cache): Cache {
  return { folder: folderOf(seat, folder), maxBytes: Math.floor(maxBytes * shareOf(seat)) };
}
