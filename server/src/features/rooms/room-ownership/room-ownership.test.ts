import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let carl: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 20 } });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [anna, berta, carl] = (await Promise.all(['anna', 'berta', 'carl'].map((name) => server.signUp(name)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  await joinRoom(server, room, carl);
});

const transfer = (by: TestUser, to: TestUser) =>
  server.rest({ call: 'RoomService.TransferRoomOwnership', token: by.token, room, request: { user_id: to.id } });
const roles = async () => {
  const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: carl.token, room });
  return Object.fromEntries(members.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role]));
};

test('[OWN1] of two transfers at once one is done, and there is one creator', async () => {
  const answers = await Promise.all([transfer(anna, berta), transfer(anna, carl)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(Object.values(await roles()).sort()).toEqual(['admin', 'creator', 'member']);
});

test('[OWN1] open connections of both hear what they may do now', async () => {
  const sockets = [await server.socket(room, anna.token), await server.socket(room, berta.token)];
  for (const socket of sockets) await socket.observe({ case: 'selfRoomMember', value: {} });
  expect((await transfer(anna, berta)).status).toBe(200);
  const [former, heir] = sockets as [(typeof sockets)[0], (typeof sockets)[0]];
  await heir.change('selfRoomMember', ({ role }) => role === 4);
  await former.change('selfRoomMember', ({ role }) => role === 3);
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('[OWN2] nobody gets more rooms than the server allows', async () => {
  for (let n = 0; n < 20; n++) await makeRoom(server, berta);
  expect(await transfer(anna, berta)).toMatchObject({ status: 409, reason: 'room_ownership.no_place' });
  expect((await roles())[anna.id]).toBe('creator');
});

test('[AR2] [OWN2] [OWN3] an administrator finds and gives the room of a banned creator to somebody who is not, and it can be entered', async () => {
  const root = await server.signIn();
  const request = { room_id: room, user_id: berta.id };
  const give = (userId: string) =>
    server.rest({
      call: 'AdminService.TransferRoomOwnership',
      token: root.token,
      request: { ...request, user_id: userId },
    });
  for (const { id } of [anna, carl])
    await server.ok({ call: 'AdminService.BanUser', token: root.token, request: { user_id: id } });
  const { rooms } = await server.ok({
    call: 'AdminService.ListRooms',
    token: root.token,
    request: { creator_id: anna.id, ownerless_only: true },
  });
  expect(rooms).toMatchObject([{ room: { id: room }, owner_active: false }]);
  const enter = () => server.rest({ call: 'UserService.GetRoom', token: berta.token, room });
  expect((await enter()).reason).toBe('rooms.owner_inactive');
  expect((await give(carl.id)).reason).toBe('rooms.account_inactive');
  expect((await give(berta.id)).status).toBe(200);
  expect((await enter()).json).toMatchObject({ role: 'creator' });
  const { records } = await server.ok({
    call: 'AdminService.ListAuditRecords',
    token: root.token,
    request: { target: room },
  });
  expect(records).toMatchObject([
    { action: 'room.transferred', actor_name: 'root', details: { user: berta.id, username: berta.username } },
  ]);
});
