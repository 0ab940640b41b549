import type { SliceCacheState } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { hitRateOf, totalsOf } from './cache-totals.ts';

const replica = (parts: Partial<SliceCacheState>): SliceCacheState => ({
  replica_id: 'a',
  enabled: true,
  bytes: 0,
  max_bytes: 100,
  slices: 0,
  bodies: 0,
  hits: 0,
  misses: 0,
  evictions: 0,
  freed_bytes: 0,
  ...parts,
});

test('[WSC1] processes without a cache do not count', () => {
  const busy = replica({ bytes: 40, slices: 4, hits: 3, misses: 1 });
  const off = replica({ enabled: false, bytes: 7, max_bytes: 7, hits: 9 });
  expect(totalsOf([busy, replica({ bytes: 10, hits: 1, misses: 3 }), off])).toEqual({
    bytes: 50,
    maxBytes: 200,
    slices: 4,
    hitRate: 0.5,
    isEnabled: true,
  });
  expect(totalsOf([off])).toMatchObject({ bytes: 0, isEnabled: false });
});

test('[WSC1] a cache that nobody has asked has no hit rate', () => {
  expect([hitRateOf(replica({})), hitRateOf(replica({ misses: 2 }))]).toEqual([undefined, 0]);
});
