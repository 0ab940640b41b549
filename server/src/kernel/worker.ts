import type { Clock } from './clock.ts';
import { logFailedWork } from './failed-work.ts';
import type { Part } from './lifecycle.ts';
import type { Log } from './log.ts';

/** Background work. Runs when woken, and once in every period. */
export interface Worker extends Part {
  /** Signals that there may be work. Returns at once. During a run, it causes another run afterwards. */
  wake(): void;
}

interface WorkerOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly periodMs: number;
  /**
   * Does one piece of the work; returns true when there may be more. A failure is logged and retried in the next
   * period.
   */
  readonly work: (stopping: AbortSignal) => Promise<unknown>;
  /** False: the first run is one period after the start, because the process is busy enough while it starts. */
  readonly runsAtStart?: boolean;
}

/** Makes a worker. Runs never overlap; `stop` waits for the current one until its deadline. */
export function makeWorker({ name, clock, log, periodMs, work, runsAtStart = true }: WorkerOptions): Worker {
  const stopping = new AbortController();
  let isWoken = false;
  let running: Promise<void> | undefined;
  let endTimer: (() => void) | undefined;

  async function run(): Promise<void> {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      try {
        if ((await work(stopping.signal)) === true) isWoken = true;
      } catch (err) {
        // Stopping may interrupt the work.
        if (!stopping.signal.aborted) logFailedWork(log, err, `${name} failed; it tries again`);
      }
    }
    running = undefined;
  }

  function wake(): void {
    isWoken = true;
    // Starts after the caller's synchronous code, not in the middle of it.
    if (endTimer && !stopping.signal.aborted) running ??= Promise.resolve().then(run);
  }

  return {
    name,
    wake,
    start: async () => {
      endTimer = clock.every(periodMs, wake);
      if (runsAtStart) wake();
    },
    stop: async (deadline) => {
      endTimer?.();
      stopping.abort();
      // All workers share this deadline signal, so each removes its listener.
      const stopped = new AbortController();
      const gaveUp = new Promise<void>((resolve) =>
        deadline.addEventListener('abort', () => resolve(), { once: true, signal: stopped.signal }),
      );
      await Promise.race([running, gaveUp]);
      stopped.abort();
    },
  };
}
