import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { addMembers, mergeMembers, mergeOnline } from './loaded-members.ts';

test('[CS7] members come, change and go', () => {
  const member = (user_id: string, version = 1) => ({ user_id, version }) as RoomMember;
  const first = mergeMembers(undefined, { kind: 'changed', members: [member('a'), member('b')], total: 2 }, true);
  const more = mergeMembers(first, { kind: 'joined', members: [member('c')], total: 3 }, false);
  const less = mergeMembers(more, { kind: 'kicked', members: [member('a')], total: 2 }, false);
  expect(less).toEqual({ members: [member('b'), member('c')], total: 2, page: 1 });
});

test('[CS8] pages of members add up, and a newer version stays', () => {
  const member = (user_id: string, version = 1) => ({ user_id, version }) as RoomMember;
  const first = mergeMembers(undefined, { kind: 'changed', members: [member('a', 2)], total: 2 }, true);
  expect(addMembers(first, { members: [member('a', 1), member('b')], total: 2 }, 2)).toEqual({
    members: [member('a', 2), member('b')],
    total: 2,
    page: 2,
  });
});

test('[CS7] presence folds hints together', () => {
  const presence = (user_id: string) => ({ user_id, username: user_id, state: 'playing' as const });
  const hint = { member_count: 1, guest_count: 0, changed: [presence('a')], gone_ids: [], complete: true };
  const first = mergeOnline(undefined, hint, true);
  const next = mergeOnline(first, { ...hint, changed: [presence('b')], gone_ids: ['a'] }, false);
  expect([...next.members.keys()]).toEqual(['b']);
  expect(next.isComplete).toBe(true);
});
