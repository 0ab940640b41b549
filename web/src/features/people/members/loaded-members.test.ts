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
  const presence = (user_id: string) => ({
    user_id,
    username: user_id,
    display_name: user_id,
    state: 'playing' as const,
  });
  const hint = { member_count: 1, guest_count: 0, changed: [presence('a')], gone_ids: [], complete: true };
  const first = mergeOnline(undefined, hint, true);
  const next = mergeOnline(first, { ...hint, changed: [presence('b')], gone_ids: ['a'] }, false);
  expect([...next.members.keys()]).toEqual(['b']);
  expect(next.isComplete).toBe(true);
});

test('[CS7] members who leave are gone, and a change before the first snapshot is a start', () => {
  const member = (user_id: string, version = 1) => ({ user_id, version }) as RoomMember;
  const joined = mergeMembers(undefined, { kind: 'joined', members: [member('a')], total: 9 }, false);
  expect(joined).toEqual({ members: [member('a')], total: 9, page: 1 });
  const read = addMembers(joined, { members: [member('b')], total: 9 }, 2);
  expect(mergeMembers(read, { kind: 'left', members: [member('a', 5)], total: 8 }, false)).toEqual({
    members: [member('b')],
    total: 8,
    page: 2,
  });
});

test('[CS7] who was connected is forgotten with a snapshot, and not before', () => {
  const presence = (user_id: string) => ({ user_id, username: user_id, display_name: user_id, state: 'idle' as const });
  const hint = { member_count: 2, guest_count: 1, changed: [presence('a')], gone_ids: [], complete: true };
  const first = mergeOnline(undefined, hint, true);
  expect([...mergeOnline(first, { ...hint, changed: [] }, false).members.keys()]).toEqual(['a']);
  expect([...mergeOnline(first, { ...hint, changed: [presence('b')] }, true).members.keys()]).toEqual(['b']);
  expect(mergeOnline(first, { ...hint, guest_count: 4 }, false)).toMatchObject({ memberCount: 2, guestCount: 4 });
});

test('the list of those who are connected is complete only as long as every hint since its snapshot was', () => {
  const hint = { member_count: 500, guest_count: 0, changed: [], gone_ids: [], complete: true };
  const cut = mergeOnline(undefined, { ...hint, complete: false }, true);
  expect(cut.isComplete).toBe(false);
  expect(mergeOnline(cut, hint, false).isComplete).toBe(false);
  expect(mergeOnline(cut, hint, true).isComplete).toBe(true);
  expect(mergeOnline(undefined, hint, false).isComplete).toBe(false);
});
