import { RoomVisibility } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpaqueClient } from '../passwords/opaque.fixture.ts';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());

/** Both steps of a new password. */
async function setPassword(room: string, password: string, { token }: TestUser = anna) {
  const client = new OpaqueClient(password);
  const start = 'RoomService.StartRoomPasswordRegistration';
  const started = await server.rest({
    call: start,
    token,
    room,
    request: { registration_request: client.startRegistration() },
  });
  if (started.status !== 200) return started;
  const registration_upload = client.finishRegistration(started.json.registration_response);
  return server.rest({
    call: 'RoomService.FinishRoomPasswordRegistration',
    token,
    room,
    request: { registration_upload },
  });
}

const join = (room: string, { token }: TestUser, password?: string) =>
  server.rest({ call: 'UserService.JoinRoom', token, request: { room_id: room, ...(password ? { password } : {}) } });

test('[RO17] the password is set, replaced and removed; members stay, and who joins needs the new one', async () => {
  const room = await makeRoom(server, anna, {});
  await joinRoom(server, room, berta);
  expect((await setPassword(room, 'first one')).json).toMatchObject({ room: { has_password: true } });
  expect((await setPassword(room, 'second one')).status).toBe(200);
  const carl = await server.signUp('carl');
  expect((await join(room, carl, 'first one')).reason).toBe('rooms.wrong_password');
  expect((await join(room, carl, 'second one')).status).toBe(200);
  const seen = await server.ok({ call: 'UserService.GetRoom', token: berta.token, room });
  expect(seen).toMatchObject({ role: 'member', room: { has_password: true, version: 3 } });
  const cleared = await server.ok({ call: 'RoomService.ClearRoomPassword', token: anna.token, room });
  expect(cleared).toMatchObject({ room: { has_password: false, version: 4 } });
  expect((await join(room, await server.signUp('dora'))).status).toBe(200);
});

test('[RO17] only those who manage the room set its password', async () => {
  const room = await makeRoom(server, anna, {});
  await joinRoom(server, room, berta);
  expect((await setPassword(room, 'of berta', berta)).reason).toBe('call.missing_permission');
  const clear = await server.rest({ call: 'RoomService.ClearRoomPassword', token: berta.token, room });
  expect(clear.reason).toBe('call.missing_permission');
});

test('[RO17] a record that was made for another room opens nothing', async () => {
  const [room, other] = [await makeRoom(server, anna, {}), await makeRoom(server, anna, {})];
  const client = new OpaqueClient('pass word');
  const { registration_response } = await server.ok({
    call: 'RoomService.StartRoomPasswordRegistration',
    token: anna.token,
    room: other,
    request: { registration_request: client.startRegistration() },
  });
  await server.ok({
    call: 'RoomService.FinishRoomPasswordRegistration',
    token: anna.token,
    room,
    request: { registration_upload: client.finishRegistration(registration_response) },
  });
  expect((await join(room, berta, 'pass word')).reason).toBe('rooms.wrong_password');
});

test('[RO13] [RO16] [RO17] everybody in the room is told, and guests are sent away by a password', async () => {
  const room = await makeRoom(server, anna, { settings: { allow_guests: true } });
  await joinRoom(server, room, berta);
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const [member, guest] = [await server.socket(room, berta.token), await server.socket(room, guestToken)];
  await member.observe({ case: 'roomSettings', value: {} });
  await member.change('roomSettings');
  const hidden = { visibility: 'hidden' };
  const call = 'RoomService.UpdateRoomVisibility';
  expect(await server.ok({ call, token: anna.token, room, request: hidden })).toMatchObject({ room: hidden });
  expect(await member.change('roomSettings')).toMatchObject({ room: { visibility: RoomVisibility.HIDDEN } });
  await setPassword(room, 'pass word');
  expect(await member.change('roomSettings')).toMatchObject({ room: { hasPassword: true } });
  await guest.next('termination');
  await expect(server.socket(room, guestToken)).rejects.toMatchObject({ status: 403 });
  await member.close();
});

test('[RO16] a room leaves the feed and comes back', async () => {
  const name = `Feed ${anna.id}`;
  const room = await makeRoom(server, anna, { name });
  const count = async () =>
    (await server.ok({ call: 'UserService.DiscoverRooms', token: berta.token, request: { search: name } })).total;
  const call = 'RoomService.UpdateRoomVisibility';
  await server.ok({ call, token: anna.token, room, request: { visibility: 'hidden' } });
  expect(await count()).toBe(0);
  await server.ok({ call, token: anna.token, room, request: { visibility: 'public' } });
  expect(await count()).toBe(1);
});

test.each([
  ['forbidden', 'rooms.password_forbidden'],
  ['required', 'rooms.password_required'],
])('[RO2] [RO17] passwords are %s: a room gets or loses none', async (passwordPolicy, reason) => {
  const room = await makeRoom(server, anna, {});
  const { token: root } = await server.signIn();
  const update = (request: object) =>
    server.ok({ call: 'AdminService.UpdateSettings', token: root, request: request as never });
  await update({ settings: { room: { passwordPolicy } }, update_mask: 'room.passwordPolicy' });
  try {
    const answer =
      passwordPolicy === 'forbidden'
        ? await setPassword(room, 'pass word')
        : await server.rest({ call: 'RoomService.ClearRoomPassword', token: anna.token, room });
    expect(answer.reason).toBe(reason);
  } finally {
    await update({ reset_mask: 'room.passwordPolicy' });
  }
});
