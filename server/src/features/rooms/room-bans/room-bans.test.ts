import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let somebody: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  owner = await server.signUp('owner');
});
afterAll(() => server?.stop());

beforeEach(async () => {
  somebody = await server.signUp('somebody');
  room = await makeRoom(server, owner);
});

const inRoom = (call: string, by: TestUser, request: object = {}) =>
  server.rest({ call, token: by.token, room, request: request as never });
const ban = (request: object = {}) => inRoom('RoomService.BanFromRoom', owner, { user_id: somebody.id, ...request });
const join = () => server.rest({ call: 'UserService.JoinRoom', token: somebody.token, request: { room_id: room } });

test('[RB1] a ban ends the connections of a member, and the room is told', async () => {
  await joinRoom(server, room, somebody);
  const socket = await server.socket(room, somebody.token);
  const others = await server.socket(room, owner.token);
  await others.observe({ case: 'roomMembers', value: {} });
  expect((await ban()).status).toBe(200);
  expect(await socket.next('termination')).toMatchObject({ code: 8, mayReconnect: false });
  const told = await others.change('roomMembers', (_, { snapshot }) => !snapshot);
  expect(told).toMatchObject({ kind: 3, total: 1, actorId: owner.id, members: [{ userId: somebody.id }] });
  await others.close();
});

test('[RB2] a ban and a join at once leave nobody in who is banned', async () => {
  for (let n = 0; n < 8; n++) {
    await Promise.all([join(), join(), ban(), join()]);
    expect((await inRoom('RoomService.GetRoomMembers', owner)).json.total).toBe(1);
    expect((await join()).reason).toBe('rooms.not_admitted');
    expect((await inRoom('RoomService.LiftRoomBan', owner, { user_id: somebody.id })).status).toBe(200);
  }
});

test('[RB2] a request to join is refused as well', async () => {
  await inRoom('RoomService.UpdateRoomSettings', owner, { settings: { require_approval: true } });
  await ban({ reason: 'Spoilers', duration_seconds: 3_600 });
  expect((await join()).reason).toBe('rooms.not_admitted');
  const { room: card } = await server.ok({
    call: 'UserService.GetRoomDiscovery',
    token: somebody.token,
    request: { room_id: room },
  });
  expect(card).toMatchObject({ access: 'UNAVAILABLE', unavailability: 'excluded', ban_reason: 'Spoilers' });
  expect(Date.parse(card.cooldown_until) - Date.now()).toBeGreaterThan(3_500_000);
});

test('[RB4] of many bans at once, one is there', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => ban({ reason: `${n}` })));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await inRoom('RoomService.ListRoomBans', owner)).json).toMatchObject({ total: 1 });
});

test('[RB5] a ban whose time has come keeps nobody out, and is not listed', async () => {
  await ban({ duration_seconds: 60 });
  expect((await join()).status).toBe(403);
  await server.sql(`update room_ban_list set until = now() - interval '1 second' where room_id = $1`, [room]);
  expect((await inRoom('RoomService.ListRoomBans', owner)).json.total).toBe(0);
  expect((await inRoom('RoomService.LiftRoomBan', owner, { user_id: somebody.id })).reason).toBe('room_bans.not_found');
  expect((await join()).status).toBe(200);
});

test('[RB4] a list that is full is refused', async () => {
  await server.sql(
    `insert into users (id, username, username_key, role, created_at)
      select 'usr_filler' || n, 'filler' || n, 'filler' || n, 1, now() from generate_series(1, 5000) n on conflict do nothing`,
  );
  await server.sql(
    `insert into room_ban_list (room_id, user_id, reason, created_at) select $1, 'usr_filler' || n, '', now() from generate_series(1, 5000) n`,
    [room],
  );
  expect(await ban()).toMatchObject({ status: 409, reason: 'room_bans.too_many' });
});

test('[JR2] nor is a queue without end', async () => {
  await inRoom('RoomService.UpdateRoomSettings', owner, { settings: { require_approval: true } });
  await server.sql(
    `insert into join_requests (id, room_id, user_id, note, status, created_at)
      select 'rev_filler' || n, $1, 'usr_filler' || n, '', 1, now() from generate_series(1, 1000) n`,
    [room],
  );
  expect(await join()).toMatchObject({ status: 409, reason: 'join_requests.too_many' });
});
