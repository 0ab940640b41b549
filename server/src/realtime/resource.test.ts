import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { expect, test } from 'vitest';
import type { RoomPrincipal } from '../kernel/call.ts';
import { peerOf } from './gatherings/peers.ts';
import { isOwnTopic, ownerOf, ownStanding, ownTopic } from './own-topic.ts';
import { guestPrincipal, roomId, userPrincipal } from './people.fixture.ts';
import { checkMayObserve, principalIdOf, type Resource } from './resource.ts';

const [ann, guest] = [userPrincipal('usr_ann'), guestPrincipal('gst_1')];
const chat: Resource = { case: 'chatEvents', key: () => 'chatEvents' };
const mayObserve = (principal: RoomPrincipal, resource: Resource, ...permissions: Permission[]) => {
  const standing = { roomId, role: RoomRole.MEMBER, permissions: new Set(permissions) };
  try {
    checkMayObserve(resource, { principal, standing });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ reason: 'realtime.not_permitted' });
    return false;
  }
};

test.each<[string, object, boolean, boolean]>([
  ['everybody', {}, true, true],
  ['members', { membersOnly: true }, true, false],
  ['its owner', { isOwn: true }, true, false],
  ['members who own it', { membersOnly: true, isOwn: true }, true, false],
])('[RT3] what is for %s may be observed by these only', (_, own, forMembers, forGuests) => {
  const resource = { ...chat, ...own } as Resource;
  expect([mayObserve(ann, resource), mayObserve(guest, resource)]).toEqual([forMembers, forGuests]);
});

test('[RT18] a permission that a resource needs is asked of members and guests alike', () => {
  const resource = { ...chat, permission: Permission.VIEW_CHAT_HISTORY } as Resource;
  for (const principal of [ann, guest]) {
    expect(mayObserve(principal, resource)).toBe(false);
    expect(mayObserve(principal, resource, Permission.VIEW_MEMBERS)).toBe(false);
    expect(mayObserve(principal, resource, Permission.VIEW_CHAT_HISTORY)).toBe(true);
  }
});

test('[RT18] a permission does not let guests see what is for members', () => {
  const resource = { ...chat, membersOnly: true, permission: Permission.VIEW_MEMBERS } as Resource;
  expect(mayObserve(guest, resource, Permission.VIEW_MEMBERS)).toBe(false);
});

test('[RT17] [RT35] users and guests go by their own ids, and a participant by the connection too', () => {
  expect([principalIdOf(ann), principalIdOf(guest)]).toEqual(['usr_ann', 'gst_1']);
  expect([peerOf(ann, 'con_1'), peerOf(guest, 'con_2')]).toEqual(['usr_ann:con_1', 'gst_1:con_2']);
});

test('the topic of a user is theirs alone, and no room', () => {
  const topic = ownTopic('usr_ann');
  expect([isOwnTopic(topic), isOwnTopic(roomId), ownerOf(topic)]).toEqual([true, false, 'usr_ann']);
  expect(ownStanding('usr_ann', topic)).toEqual({ roomId: topic, role: RoomRole.UNSPECIFIED, permissions: new Set() });
  expect(ownStanding('usr_bob', topic)).toBeUndefined();
  expect(ownStanding('usr_ann', roomId)).toBeUndefined();
});
