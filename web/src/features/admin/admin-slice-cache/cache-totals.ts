import type { SliceCacheState } from '@matinee/contract/gen/api.ts';

/** Totals of the caches of all processes. */
export interface CacheTotals {
  readonly bytes: number;
  readonly maxBytes: number;
  readonly slices: number;
  /** Share of requested slices that were read from disk; undefined: none was requested since the start. */
  readonly hitRate: number | undefined;
  /** False: no process has a cache. */
  readonly isEnabled: boolean;
}

/** Adds up the processes with a cache. Pure. [WSC1] */
export function totalsOf(replicas: readonly SliceCacheState[]): CacheTotals {
  const enabled = replicas.filter((replica) => replica.enabled);
  const sum = (of: (replica: SliceCacheState) => number) => enabled.reduce((total, replica) => total + of(replica), 0);
  return {
    bytes: sum(({ bytes }) => bytes),
    maxBytes: sum(({ max_bytes }) => max_bytes),
    slices: sum(({ slices }) => slices),
    hitRate: hitRateOf({ hits: sum(({ hits }) => hits), misses: sum(({ misses }) => misses) }),
    isEnabled: enabled.length > 0,
  };
}

/** Share of requested slices that were read from disk; undefined: none was requested. Pure. [WSC1] */
export function hitRateOf({ hits, misses }: Pick<SliceCacheState, 'hits' | 'misses'>): number | undefined {
  return hits + misses === 0 ? undefined : hits / (hits + misses);
}
