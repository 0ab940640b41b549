import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Identity and resource usage of this process. */
export interface ProcessFigures {
  readonly processId: number;
  /** Such as `v22.1.0`. */
  readonly nodeVersion: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /**
   * Resident memory and used heap, in bytes. While the process cannot open files, the resident memory is the value read
   * last.
   */
  memory(): { readonly residentBytes: number; readonly heapBytes: number };
  /** User and system CPU time since the start, in seconds. */
  cpuSeconds(): number;
  /** Event loop delay since the last call, in milliseconds, without the sampling interval. */
  eventLoopDelay(): { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };
}

/** Sampling interval of the event loop, in milliseconds. */
const resolutionMs = 10;

/**
 * Figures of the running process. Monitoring the event loop costs a timer of 10 ms, which does not keep the process
 * alive.
 */
export function processFigures(): ProcessFigures {
  const delays: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let residentBytes = 0;
  return {
    processId: process.pid,
    nodeVersion: process.version,
    startedAtMs: performance.timeOrigin,
    memory: () => {
      try {
        residentBytes = process.memoryUsage.rss();
      } catch {
        // Node opens a file for this figure, and the process has no free file descriptor (EMFILE).
      }
      return { residentBytes, heapBytes: getHeapStatistics().used_heap_size };
    },
    cpuSeconds: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
    eventLoopDelay: () => {
      // Nothing was sampled since the last call. Reading and resetting the buckets would take as long as with samples.
      if (delays.count === 0) return { p50Ms: 0, p99Ms: 0, maxMs: 0 };
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
      const found = {
        p50Ms: late(delays.percentile(50)),
        p99Ms: late(delays.percentile(99)),
        maxMs: late(delays.max),
      };
      delays.reset();
      return found;
    },
  };
}
