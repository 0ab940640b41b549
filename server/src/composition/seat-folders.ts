import { join } from 'node:path';
import type { WorkerSeat } from './app-options.ts';

/** A folder of files that can be made again, and most bytes in it. */
interface Cache {
  readonly folder: string;
  readonly maxBytes: number;
}

/**
 * The share of a worker: a folder of its own, as each process alone knows what it keeps. While a worker is replaced
 * there is one more than usual, so all shares together stay under the limit.
 */
export function ofSeat(seat: WorkerSeat | undefined, { folder, maxBytes }: Cache): Cache {
  if (seat === undefined) return { folder, maxBytes };
  return { folder: join(folder, `worker-${seat.number}`), maxBytes: Math.floor(maxBytes / (seat.count + 1)) };
}
