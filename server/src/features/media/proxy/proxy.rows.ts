import type { Row } from '@matinee/testkit/contract-table.ts';

const stats = 'AdminService.GetSliceCacheStats';
const evict = 'AdminService.EvictExpiredSliceCache';
const purge = 'AdminService.PurgeSliceCache';

export const proxyRows: Row[] = [
  {
    name: '[SC12] an administrator sees what is kept of films',
    as: 'keeper',
    call: stats,
    expect: { ok: { replicas: [{ enabled: true, bytes: 0, slices: 0 }], silent_replicas: 0 } },
  },
  {
    name: '[SC12] an administrator deletes what is too old',
    as: 'keeper',
    call: evict,
    expect: { ok: { replicas: [{ enabled: true }], freed_bytes: 0 } },
  },
  {
    name: '[SC12] an administrator deletes everything',
    as: 'keeper',
    call: purge,
    expect: { ok: { replicas: [{ enabled: true }], freed_bytes: 0 } },
  },
  ...[stats, evict, purge].map(
    (call): Row => ({ name: `nobody else calls ${call}`, as: 'owner', call, expect: { error: 'call.admin_only' } }),
  ),
];
