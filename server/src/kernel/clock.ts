/** Time, passed in so that tests can control it. No other code reads the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z, fractional, never going backwards within a process. */
  nowMs(): number;
  /**
   * Calls `work` once after `delayMs`; returns a function that cancels it. The timer alone does not keep the process
   * alive.
   */
  after(delayMs: number, work: () => void): () => void;
  /** Calls `work` every `periodMs` until cancelled. */
  every(periodMs: number, work: () => void): () => void;
}

/**
 * The machine's clock. `performance` is monotonic: a step of the wall clock while the process runs does not move it.
 */
export const systemClock: Clock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs).unref();
    return () => clearTimeout(timer);
  },
  every: (periodMs, work) => {
    const timer = setInterval(work, periodMs).unref();
    return () => clearInterval(timer);
  },
};

/** Resolves in the next turn of the event loop, after all input that is ready to be read. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Options of an `LRUCache` whose entries expire by `clock`, at their exact time. */
export function endingBy(clock: Clock) {
  return { ttlResolution: 0, perf: { now: () => clock.nowMs() } };
}

/** A time in milliseconds since 1970 as a date, for columns and messages. */
export function dateOf(ms: number): Date {
  return new Date(ms);
}

/** Resolves after `delayMs`, or as soon as `signal` aborts. Never rejects. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.after(delayMs, done);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
