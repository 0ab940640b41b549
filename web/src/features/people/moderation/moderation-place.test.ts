import type { Permission } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { placesFor } from './moderation-place.ts';

test('[WMD1] somebody sees the lists that their permissions are for', () => {
  const places = (...permissions: Permission[]) => placesFor(new Set(permissions));
  expect(places()).toEqual([]);
  expect(places('remove_members')).toEqual(['bans']);
  expect(places('remove_members', 'review_join_requests', 'delete_chat_messages')).toEqual([
    'requests',
    'reports',
    'bans',
  ]);
});
