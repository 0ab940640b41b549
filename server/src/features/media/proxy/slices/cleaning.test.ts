import { startTestServer } from '@matinee/testkit/server.ts';
import { expect, test } from 'vitest';

test('[SC13] deleting slices is in the audit log, and looking at them is not', async () => {
  const server = await startTestServer();
  const root = await server.signIn();
  const { token } = root;
  await server.ok({ call: 'AdminService.GetSliceCacheStats', token });
  await server.ok({ call: 'AdminService.EvictExpiredSliceCache', token });
  await server.ok({ call: 'AdminService.PurgeSliceCache', token });
  const { records } = await server.ok({ call: 'AdminService.ListAuditRecords', token });
  const found = records.filter(({ action }: { action: string }) => action.startsWith('slice_cache.'));
  expect(found).toMatchObject([
    { action: 'slice_cache.cleaned', actor_id: root.id, details: { order: 'purge', freed_bytes: 0 } },
    { action: 'slice_cache.cleaned', actor_id: root.id, details: { order: 'evict', freed_bytes: 0 } },
  ]);
  await server.stop();
});
