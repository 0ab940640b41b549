import type { SyncStatus } from '../sync/status.ts';

/** What a player measured since the last report, in the words of the report. */
export interface Measured {
  readonly interval_seconds: number;
  readonly offset_p50_ms?: number;
  readonly offset_p95_ms?: number;
  readonly stalls: number;
  readonly stalled_seconds: number;
}

/** Most samples of one interval: a player is looked at ten times a second and at each of its events. */
const maxSamples = 2_000;
/** Upper bounds of the reported figures, from the contract. Stalls have the bound of seconds. */
const maxOffsetMs = 86_400_000;
const maxSeconds = 3_600;

/** Measures one player from report to report. Times are local, in milliseconds. [WDG1] */
export function makeViewerMeter(startedMs: number) {
  let begunMs = startedMs;
  let lookedMs = startedMs;
  let offsets: number[] = [];
  let stalls = 0;
  let stalledMs = 0;
  let wasStalled = false;
  return {
    /** `isWanted`: the room plays, so missing data is a stall. */
    look({ skewMs, isBuffering }: SyncStatus, isWanted: boolean, nowMs: number): void {
      const isStalled = isBuffering && isWanted;
      if (isStalled && !wasStalled) stalls += 1;
      if (isStalled && wasStalled) stalledMs += nowMs - lookedMs;
      wasStalled = isStalled;
      lookedMs = nowMs;
      if (skewMs !== undefined && isWanted && offsets.length < maxSamples) offsets.push(Math.abs(skewMs));
    },
    read(nowMs: number): Measured {
      const sorted = [...offsets].sort((a, b) => a - b);
      const at = (share: number) =>
        Math.min(maxOffsetMs, Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0));
      return {
        interval_seconds: Math.min(maxSeconds, (nowMs - begunMs) / 1_000),
        ...(sorted.length === 0 ? {} : { offset_p50_ms: at(0.5), offset_p95_ms: at(0.95) }),
        stalls: Math.min(maxSeconds, stalls),
        stalled_seconds: Math.min(maxSeconds, stalledMs / 1_000),
      };
    },
    /** Begins the next interval. A stall that goes on is not another one. */
    startOver(nowMs: number): void {
      begunMs = nowMs;
      offsets = [];
      stalls = 0;
      stalledMs = 0;
    },
  };
}
