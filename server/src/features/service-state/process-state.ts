import { monitorEventLoopDelay } from 'node:perf_hooks';
import { cpuUsage, memoryUsage } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import type { Clock } from '../../kernel/clock.ts';

/** What one process tells about itself; travels between replicas as JSON. */
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
}

/** Timer resolution of the delay meter, in milliseconds; what it reads is at least as much, so it is taken off. */
const resolutionMs = 10;

/** Measures this process, window by window. */
export function makeProcessMeter(clock: Clock, self: { id: string; version: string; connectionCount: () => number }) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const startedAtMs = clock.nowMs();
  let windowStartedMs = startedAtMs;
  let cpuAtStart = cpuUsage();
  let last = { eventLoopDelayP50Ms: 0, eventLoopDelayP99Ms: 0, cpuShare: 0 };

  const lateMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs) || 0;

  function measure() {
    const { user, system } = cpuUsage(cpuAtStart);
    const elapsedMs = clock.nowMs() - windowStartedMs;
    return {
      eventLoopDelayP50Ms: lateMs(delay.percentile(50)),
      eventLoopDelayP99Ms: lateMs(delay.percentile(99)),
      cpuShare: elapsedMs > 0 ? (user + system) / 1000 / elapsedMs : 0,
    };
  }

  return {
    start: () => void delay.enable(),
    stop: () => void delay.disable(),
    /** Ends the window: what was measured in it is told until the next one ends. */
    turn(): void {
      last = measure();
      delay.reset();
      windowStartedMs = clock.nowMs();
      cpuAtStart = cpuUsage();
    },
    read(): ProcessState {
      const { rss, heapUsed } = memoryUsage();
      const isFirstWindow = windowStartedMs === startedAtMs;
      return {
        id: self.id,
        version: self.version,
        startedAtMs,
        atMs: clock.nowMs(),
        connectionCount: self.connectionCount(),
        memoryBytes: rss,
        heapUsedBytes: heapUsed,
        heapLimitBytes: getHeapStatistics().heap_size_limit,
        ...(isFirstWindow ? measure() : last),
      };
    },
  };
}
