import type { Clock } from '../../../kernel/clock.ts';

export interface TimeLimit {
  readonly clock: Clock;
  /** Ends the work as the limit does. */
  readonly stopping: AbortSignal;
  readonly longestMs: number;
}

/** Gives `work` a signal that aborts when its time is over. */
export async function withinTime<T>(
  { clock, stopping, longestMs }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort();
  const cancel = clock.after(longestMs, stop);
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
  try {
    return await work(ending.signal);
  } finally {
    cancel();
    stopping.removeEventListener('abort', stop);
  }
}
