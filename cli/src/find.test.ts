import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { AccountStatus } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { describe, expect, test } from 'vitest';
import { answering } from './connection/answering.fixture.ts';
import { findRoomId, findUserId } from './find.ts';

const users = (...names: string[]) =>
  answering({
    method: AdminService.method.listUsers,
    answer: { users: names.map((username, at) => ({ user: { id: `usr_${at}`, username } })) },
  });
const rooms = (...names: string[]) =>
  answering({
    method: AdminService.method.listRooms,
    answer: { rooms: names.map((name, at) => ({ room: { id: `room_${at}`, name } })) },
  });

describe('users', () => {
  test('[CL9] that are named by id are not looked for', async () => {
    const { client, asked } = users();
    expect(await findUserId(client, 'usr_9')).toBe('usr_9');
    expect(asked).toEqual([]);
  });

  test('[CL9] are found by their whole name, capitals or not', async () => {
    const { client, asked } = users('annabel', 'Anna');
    expect(await findUserId(client, 'anna', AccountStatus.DELETED)).toBe('usr_1');
    expect(asked[0]!.request).toMatchObject({ search: 'anna', status: AccountStatus.DELETED });
  });

  test('[CL3] [CL9] that are not there are refused, with at most five that are near', async () => {
    const near = users('anna1', 'anna2', 'anna3', 'anna4', 'anna5', 'anna6');
    await expect(findUserId(near.client, 'anna')).rejects.toMatchObject({
      ending: 'refused',
      message: 'there is no user anna',
      hint: 'Did you mean anna1, anna2, anna3, anna4, anna5?',
    });
    await expect(findUserId(users().client, 'anna')).rejects.toMatchObject({ hint: undefined });
  });
});

describe('rooms', () => {
  test('[CL9] are found by id or name', async () => {
    expect(await findRoomId(rooms().client, 'room_9')).toBe('room_9');
    expect(await findRoomId(rooms('Friday night', 'Friday').client, 'friday')).toBe('room_1');
  });

  test('[CL9] of which two have the name are refused, with the ids to choose from', async () => {
    await expect(findRoomId(rooms('Friday', 'friday').client, 'Friday')).rejects.toMatchObject({
      ending: 'refused',
      message: 'more than one is called room Friday',
      hint: 'Say which by its id: room_0, room_1',
    });
  });
});
