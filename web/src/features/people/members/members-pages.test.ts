import type { RoomMember, ServerMessage } from '@matinee/contract/gen/api.ts';
import { expect, test, vi } from 'vitest';
import { makeRoomResources } from '../../../client/room/resources.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { readMoreMembers, rereadMembers, roomMembers } from './resources.ts';

const members = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ user_id: `usr_${from + index}`, version: 1 }) as RoomMember);

test('[CS8] members are read page by page, twice at once only once, and again from the first after the last', async () => {
  const resources = makeRoomResources([roomMembers], () => true);
  const call = vi.fn(async (_method: string, { page }: { page: number }) => ({
    members: members((page - 1) * 100, Math.min(page * 100, 250)),
    total: 250,
  }));
  const room = { roomId: 'room_1', api: { call }, resources } as unknown as RoomConnection;
  const loaded = () => resources.store(roomMembers).get()?.members.length;
  resources.read({
    resourceChanged: {
      observe_id: 'roomMembers',
      version: 1,
      sequence: '0',
      snapshot: true,
      roomMembers: { kind: 'changed', members: members(0, 100), total: 250 },
    },
  } as unknown as ServerMessage);
  await Promise.all([readMoreMembers(room), readMoreMembers(room)]);
  expect(loaded()).toBe(200);
  await readMoreMembers(room);
  expect(loaded()).toBe(250);
  await readMoreMembers(room);
  expect(call.mock.calls.map(([, { page }]) => page)).toEqual([2, 3, 1]);
});

test('[WM6] members that are loaded are read again, with what they may do now', async () => {
  const resources = makeRoomResources([roomMembers], () => true);
  const call = vi.fn(async (_method: string, { page }: { page: number }) => ({
    members: members((page - 1) * 100, page * 100).map((member) => ({ ...member, permissions: ['view_members'] })),
    total: 250,
  }));
  const room = { roomId: 'room_1', api: { call }, resources } as unknown as RoomConnection;
  resources.read({
    resourceChanged: {
      observe_id: 'roomMembers',
      version: 1,
      sequence: '0',
      snapshot: true,
      roomMembers: { kind: 'changed', members: members(0, 130), total: 250 },
    },
  } as unknown as ServerMessage);
  await rereadMembers(room);
  expect(call.mock.calls.map(([, { page }]) => page)).toEqual([1, 2]);
  const held = resources.store(roomMembers).get();
  expect(held?.members.slice(0, 130).every(({ permissions }) => permissions?.[0] === 'view_members')).toBe(true);
});
