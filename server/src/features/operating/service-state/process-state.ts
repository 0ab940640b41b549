import { getHeapStatistics } from 'node:v8';
import type { Clock } from '../../../kernel/clock.ts';
import { processFigures } from '../../../kernel/process/process-figures.ts';

/** The state of one process, which travels between replicas as JSON. */
export interface ProcessState {
  readonly id: string;
  readonly version: string;
  readonly startedAtMs: number;
  /** When this was measured. */
  readonly atMs: number;
  readonly connectionCount: number;
  readonly memoryBytes: number;
  readonly heapUsedBytes: number;
  readonly heapLimitBytes: number;
  readonly eventLoopDelayP50Ms: number;
  readonly eventLoopDelayP99Ms: number;
  readonly cpuShare: number;
  readonly clockDeviationMs: number;
}

/** Measures this process, window by window. */
export function makeProcessMeter(
  clock: Clock,
  self: { id: string; version: string; connectionCount: () => number; clockDeviationMs: () => number },
) {
  const figures = processFigures();
  const startedAtMs = clock.nowMs();
  let windowStart = { atMs: startedAtMs, cpuSeconds: figures.cpuSeconds() };
  let last: ReturnType<typeof measure> | undefined;

  function measure() {
    const elapsedMs = clock.nowMs() - windowStart.atMs;
    const { p50Ms, p99Ms } = figures.eventLoopDelay();
    return {
      eventLoopDelayP50Ms: p50Ms,
      eventLoopDelayP99Ms: p99Ms,
      cpuShare: elapsedMs > 0 ? ((figures.cpuSeconds() - windowStart.cpuSeconds) * 1000) / elapsedMs : 0,
    };
  }

  return {
    /** Ends the window. `read` gives its measurements until the next window ends. */
    turn(): void {
      last = measure();
      windowStart = { atMs: clock.nowMs(), cpuSeconds: figures.cpuSeconds() };
    },
    /** The state with the measurements of the last full window, or of the first window so far. */
    read(): ProcessState {
      const { residentBytes, heapBytes } = figures.memory();
      return {
        id: self.id,
        version: self.version,
        startedAtMs,
        atMs: clock.nowMs(),
        connectionCount: self.connectionCount(),
        clockDeviationMs: self.clockDeviationMs(),
        memoryBytes: residentBytes,
        heapUsedBytes: heapBytes,
        heapLimitBytes: getHeapStatistics().heap_size_limit,
        ...(last ?? measure()),
      };
    },
  };
}
