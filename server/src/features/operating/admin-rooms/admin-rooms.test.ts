import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let root: TestUser;
let anna: TestUser;
let berta: TestUser;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 20 } });
  [root, anna, berta] = [await server.signIn(), await server.signUp('anna'), await server.signUp('berta')];
});
afterAll(() => server?.stop());

const admin = (call: string, request: object) =>
  server.rest({ call: `AdminService.${call}`, token: root.token, request: request as never });
const done = async (call: string, request: object) => {
  const answer = await admin(call, request);
  expect(answer.reason, answer.message).toBeUndefined();
  return answer.json;
};

test('[AR3] a ban puts everybody out with a frame that says so, and keeps them out until it is lifted', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const sockets = [await server.socket(room, anna.token), await server.socket(room, berta.token)];
  await done('BanRoom', { room_id: room, reason: 'Pirate films' });
  for (const socket of sockets) {
    expect(await socket.next('termination')).toMatchObject({ code: TerminationCode.ROOM_BANNED, mayReconnect: false });
    expect((await socket.closed).code).toBe(4010);
  }
  await expect(server.socket(room, anna.token)).rejects.toMatchObject({ status: 403, reason: 'rooms.banned' });
  const refused = await server.rest({ call: 'UserService.GetRoom', token: anna.token, room });
  expect(refused.json.details.metadata).toEqual({ reason: 'Pirate films' });
  await done('UnbanRoom', { room_id: room });
  const socket = await server.socket(room, berta.token);
  await socket.next('welcome');
  await socket.close();
});

test('[RO12] a room that was closed is closed again when its ban is lifted', async () => {
  const room = await makeRoom(server, anna);
  await done('CloseRoom', { room_id: room });
  await done('BanRoom', { room_id: room });
  await done('BanRoom', { room_id: room });
  const { room: lifted } = await done('UnbanRoom', { room_id: room });
  expect(lifted.room.status).toBe('closed');
});

test('[RO24] [RO12] a room that is closed or opened while it is banned is so when the ban is lifted', async () => {
  const room = await makeRoom(server, anna);
  const statusAfter = async (call: string) => {
    await done('BanRoom', { room_id: room });
    const { room: banned } = await done(call, { room_id: room });
    expect(banned.room.status).toBe('banned');
    return (await done('UnbanRoom', { room_id: room })).room.room.status;
  };
  expect(await statusAfter('CloseRoom')).toBe('closed');
  expect(await statusAfter('ReopenRoom')).toBe('active');
  const log = await done('ListAuditRecords', { target: room });
  const actions = log.records.map(({ action }: { action: string }) => action).reverse();
  expect(actions).toEqual(['banned', 'closed', 'unbanned', 'banned', 'reopened', 'unbanned'].map((a) => `room.${a}`));
});

test('[RO12] connections of a room that nobody may be in end, also when its last frame was lost', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const socket = await server.socket(room, berta.token);
  await server.sql('update rooms set status = 3 where id = $1', [room]);
  // A change of the room makes the server check who may be in it.
  await done('UpdateRoomSettings', { room_id: room, settings: { wait_seconds: 2 } });
  expect(await socket.next('termination')).toMatchObject({ code: TerminationCode.ROOM_CLOSED });
});

test('[ME11] somebody banned is put out of rooms at the next look, also when the last frame was lost', async () => {
  const room = await makeRoom(server, anna);
  const carla = await server.signUp('carla');
  await joinRoom(server, room, carla);
  const socket = await server.socket(room, carla.token);
  await server.sql('update users set banned = true where id = $1', [carla.id]);
  await done('UpdateRoomSettings', { room_id: room, settings: { wait_seconds: 2 } });
  // Either check may come first: of the place in the room, or of the sign-in.
  const { code } = (await socket.next('termination')) as { code: TerminationCode };
  expect([TerminationCode.REMOVED, TerminationCode.BANNED]).toContain(code);
});

test('[RO13] a new password makes the tokens of guests void at once', async () => {
  const room = await makeRoom(server, anna, { settings: { allow_guests: true } });
  const { guestToken: token } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const socket = await server.socket(room, token);
  await done('UpdateRoomPassword', { room_id: room, password: 'pass word' });
  await socket.next('termination');
  await done('UpdateRoomPassword', { room_id: room });
  await expect(server.socket(room, token)).rejects.toMatchObject({ status: 403 });
});

test('[AR2] pages hold every room once, in each order; those with people in them are found', async () => {
  for (let n = 0; n < 8; n++) await makeRoom(server, berta, { name: `Room ${n % 3}` });
  const all = (await server.sql('select id from rooms')) as { id: string }[];
  for (const sort of ['newest', 'oldest', 'name', 'members']) {
    const seen: string[] = [];
    for (let page = 1; seen.length < all.length; page++) {
      const { rooms, total } = await done('ListRooms', { sort, page, page_size: 5 });
      expect(total).toBe(all.length);
      expect(rooms.length).toBeGreaterThan(0);
      seen.push(...rooms.map((r: { room: { id: string } }) => r.room.id));
    }
    expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)));
  }
  const busy = await makeRoom(server, anna, { name: 'busy' });
  const socket = await server.socket(busy, anna.token);
  const { rooms } = await until('somebody is in a room', async () => {
    const answer = await done('ListRooms', { online_only: true });
    return answer.total === 1 && answer;
  });
  expect(rooms).toMatchObject([{ room: { id: busy, online_count: 1 } }]);
  await socket.close();
});

test('[AR1] what an administrator changes, everybody in the room sees at once', async () => {
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'roomSettings', value: {} });
  await socket.observe({ case: 'roomMembers', value: {} });
  await done('UpdateRoomSettings', { room_id: room, name: 'Renamed', settings: {} });
  await socket.change('roomSettings', (change) => change.room?.name === 'Renamed');
  await done('AddMember', { room_id: room, user_id: berta.id, role: 'admin' });
  await socket.change('roomMembers', ({ members }) => members[0]?.userId === berta.id);
  await socket.close();
});

test('[AR5] where people may not create rooms, an administrator makes one, up to the limit', async () => {
  const strict = await startTestServer({
    settings: { 'room.disableCreateRoom': true, 'server.maxRoomsPerUser': 2, 'room.passwordPolicy': 'required' },
  });
  try {
    const [keeper, user] = [await strict.signIn(), await strict.signUp()];
    const make = (room: object) =>
      strict.rest({
        call: 'AdminService.CreateRoom',
        token: keeper.token,
        request: { user_id: user.id, room: room as never },
      });
    expect((await make({ name: 'x' })).reason).toBe('rooms.password_required');
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push((await make({ name: 'x', password: 'pass word' })).reason);
    expect(answers).toEqual([undefined, undefined, 'rooms.too_many_rooms']);
  } finally {
    await strict.stop();
  }
});

test('[AR6] whatever changes a room is written down, and what was refused is not', async () => {
  const room = await makeRoom(server, anna);
  await done('UpdateRoomSettings', { room_id: room, settings: { wait_seconds: 2 } });
  await done('ResetRoomSettings', { room_id: room });
  await done('UpdateRoomPassword', { room_id: room, password: 'pass word' });
  await done('AddMember', { room_id: room, user_id: berta.id });
  await done('UpdateMemberPermissions', { room_id: room, user_id: berta.id, role: 'admin' });
  await done('KickMember', { room_id: room, user_id: berta.id });
  expect((await admin('KickMember', { room_id: room, user_id: berta.id })).status).toBe(404);
  await done('BanRoom', { room_id: room, reason: 'x' });
  await done('UnbanRoom', { room_id: room });
  await done('DeleteRoom', { room_id: room });
  const { records } = await done('ListAuditRecords', { target: room });
  expect(records.map((r: { action: string }) => r.action).reverse()).toEqual([
    'room.settings_changed',
    'room.settings_reset',
    'room.password_set',
    'room.member_added',
    'room.member_changed',
    'room.member_removed',
    'room.banned',
    'room.unbanned',
    'room.deleted',
  ]);
  expect(records.at(-1).details).toMatchObject({ settings: { waitSeconds: 2 } });
  expect(JSON.stringify(records)).not.toContain('pass word');
});
