import type { SliceCacheState } from '@matinee/contract/gen/api.ts';

/** What all processes keep together. */
export interface CacheTotals {
  readonly bytes: number;
  readonly maxBytes: number;
  readonly slices: number;
  /** Share of slices that were read from disk; undefined: none was asked for since the start. */
  readonly hitRate: number | undefined;
  /** False: no process keeps anything. */
  readonly isEnabled: boolean;
}

/** Adds up the processes that keep slices. Pure. [WSC1] */
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

/** Share of slices that were read from disk; undefined: none was asked for. Pure. [WSC1] */
export function hitRateOf({ hits, misses }: Pick<SliceCacheState, 'hits' | 'misses'>): number | undefined {
  return hits + misses === 0 ? undefined : hits / (hits + misses);
}
