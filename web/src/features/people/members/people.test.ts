import type { Permission, Presence, RoomMember, RoomRole } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import {
  actionsOn,
  changeRemote,
  describePresence,
  facesOf,
  mayName,
  nameOf,
  presenceTone,
  sortPeople,
} from './people.ts';

function member(id: string, role: RoomRole = 'member', more: Partial<RoomMember> = {}): RoomMember {
  return {
    user_id: id,
    username: id,
    display_name: id,
    role,
    permissions: [],
    added_permissions: [],
    removed_permissions: [],
    online: false,
    version: 1,
    remark_name: '',
    display_tag: '',
    ...more,
  };
}

const here = (id: string): [string, Presence] => [
  id,
  { user_id: id, username: id, display_name: id, state: 'playing' },
];
const remote: readonly Permission[] = ['control_playback_state', 'navigate_playback'];

test('[WM1] connected first, oneself, then role, then name', () => {
  const members = [member('zoe', 'creator'), member('bob'), member('ada'), member('me'), member('eve', 'admin')];
  const people = sortPeople(members, new Map([here('bob'), here('me'), here('eve')]), 'me');
  expect(people.map((person) => person.member.user_id)).toEqual(['me', 'eve', 'bob', 'zoe', 'ada']);
});

test('[WM1] of those who are not here, who entered last comes first, and at the end who never did', () => {
  const at = (visited_at: string) => ({ visited_at });
  const members = [
    member('ada', 'admin'),
    member('bob', 'member', at('2026-10-01T20:00:00Z')),
    member('eve', 'member', at('2026-11-20T20:00:00Z')),
    member('zoe', 'creator', at('2026-01-01T20:00:00Z')),
  ];
  const ids = (online: [string, Presence][]) =>
    sortPeople(members, new Map(online), 'me').map((person) => person.member.user_id);
  expect(ids([])).toEqual(['eve', 'bob', 'zoe', 'ada']);
  expect(ids([here('bob'), here('zoe')])).toEqual(['zoe', 'bob', 'eve', 'ada']);
});

test('[WM2] in words, with tenths of a second', () => {
  const playing = { user_id: 'a', username: 'a', display_name: 'a', state: 'playing' } as const;
  expect(describePresence(undefined)).toEqual({ key: 'offline' });
  expect(describePresence({ ...playing, state: 'buffering', skew_ms: -900 })).toEqual({ key: 'buffering' });
  expect(describePresence({ ...playing, state: 'lost' })).toEqual({ key: 'lost' });
  expect(describePresence({ ...playing, skew_ms: 40 })).toEqual({ key: 'inSync' });
  expect(describePresence({ ...playing, skew_ms: -230 })).toEqual({ key: 'behind', seconds: 0.2 });
  expect(describePresence({ ...playing, skew_ms: 1500 })).toEqual({ key: 'ahead', seconds: 1.5 });
});

test('[WM3] giving and taking the remote leaves other permissions alone', () => {
  const plain = member('ada', 'member', { added_permissions: ['delete_media'] });
  expect(changeRemote(plain, true).added_permissions).toEqual(['delete_media', ...remote]);
  const given = member('ada', 'member', { permissions: remote, added_permissions: ['delete_media', ...remote] });
  expect(changeRemote(given, false)).toEqual({ added_permissions: ['delete_media'], removed_permissions: [] });
  const byRole = member('ada', 'member', { permissions: remote });
  expect(changeRemote(byRole, false)).toEqual({ added_permissions: [], removed_permissions: remote });
});

test('[WM3] only people of lower rank, only what is allowed', () => {
  const permissions = new Set<Permission>(['manage_member_permissions', 'remove_members']);
  const creator = { id: 'me', role: 'creator', permissions } as const;
  expect(actionsOn(member('ada'), creator)).toEqual(['give-remote', 'make-admin', 'remove']);
  expect(actionsOn(member('eve', 'admin'), creator)).toEqual(['make-member', 'remove']);
  expect(actionsOn(member('eve', 'admin'), { ...creator, role: 'admin' })).toEqual([]);
  expect(actionsOn(member('me', 'member'), creator)).toEqual([]);
  expect(actionsOn(member('ada'), { ...creator, permissions: new Set() })).toEqual([]);
});

test('[WM7] the faces of the others stand in the order of their names, each with its tone', () => {
  const one = (name: string, state: Presence['state'], skew_ms?: number): Presence => ({
    user_id: name,
    username: name,
    display_name: name,
    state,
    ...(skew_ms === undefined ? {} : { skew_ms }),
  });
  const all = [one('me', 'playing'), one('eve', 'lost'), one('bob', 'playing', -3_000), one('ada', 'playing', 20)];
  const faces = facesOf([...all, one('cleo', 'buffering'), one('dora', 'away')], 'me');
  expect(faces.map(({ username }) => username)).toEqual(['ada', 'bob', 'cleo', 'dora', 'eve']);
  expect(faces.map(presenceTone)).toEqual(['good', 'off', 'waiting', 'quiet', 'lost']);
});

test('[WM8] people go by their name in the room, and those of higher rank change names and tags', () => {
  expect(nameOf(member('ben', 'member', { remark_name: 'Captain' }))).toBe('Captain');
  expect(nameOf(member('ben'))).toBe('ben');
  const admin = { id: 'eve', role: 'admin' as const, permissions: new Set<Permission>(['manage_member_permissions']) };
  expect(mayName(member('ben'), admin)).toEqual({ remark: true, tag: true });
  expect(mayName(member('zoe', 'creator'), admin)).toEqual({ remark: false, tag: false });
  expect(mayName(member('eve', 'admin'), admin)).toEqual({ remark: true, tag: true });
  expect(mayName(member('ben'), { ...admin, id: 'ben', role: 'member', permissions: new Set() })).toEqual({
    remark: true,
    tag: false,
  });
});
