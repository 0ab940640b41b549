import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let clock: JumpingClock;
let anna: TestUser;
let berta: TestUser;
beforeAll(async () => {
  clock = makeJumpingClock();
  server = await startTestServer({ clock, settings: { 'server.maxRoomsPerUser': 50 } });
  [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
});
afterAll(() => server?.stop());

const call = (name: string, user: TestUser, request: object = {}) =>
  server.rest({ call: `UserService.${name}`, token: user.token, request: request as never });
const mine = async (user: TestUser, request: object = {}) => (await call('ListMyRooms', user, request)).json;
const names = (list: { rooms: { room: { name: string } }[] }) => list.rooms.map(({ room }) => room.name);
const visitsOf = async (user: TestUser, room: string) =>
  (await server.sql('select count from room_visits where user_id = $1 and room_id = $2', [user.id, room])) as {
    count: number;
  }[];
const enter = async (user: TestUser, room: string) => (await server.socket(room, user.token)).close();

test('[MY2] who is put out has the room among their favourites no longer', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  await call('FavoriteRoom', berta, { room_id: room });
  expect((await call('ListFavoriteRooms', berta)).json.total).toBe(1);
  await server.ok({
    call: 'RoomService.KickMember',
    token: anna.token,
    room,
    request: { user_id: berta.id, cooldown_seconds: 1 },
  });
  expect((await call('ListFavoriteRooms', berta)).json).toEqual({ rooms: [], total: 0 });
  expect(await call('FavoriteRoom', berta, { room_id: room })).toMatchObject({
    status: 403,
    reason: 'my_rooms.members_only',
  });
});

test('[MY1] [MY7] made a favourite by many calls at once, a room is one once; 1 000 are the most', async () => {
  const room = await makeRoom(server, anna);
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('FavoriteRoom', anna, { room_id: room })));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await call('ListFavoriteRooms', anna)).json.total).toBe(1);
  await server.sql(
    `with made as (
       insert into rooms (id, name, description, creator_id, status, visibility, created_at)
       select 'room_' || lpad(n::text, 26, '0'), 'many', '', $1, 1, 2, now() from generate_series(1, 1000) n returning id
     ), members as (insert into room_members select id, $1, 4, '{}', '{}', now(), 1 from made returning room_id)
     select count(*) from members`,
    [berta.id],
  );
  await server.sql(`insert into room_favorites select room_id, user_id, now() from room_members where user_id = $1`, [
    berta.id,
  ]);
  const more = await makeRoom(server, berta).catch(() => undefined);
  expect(more).toBeUndefined();
  const other = await makeRoom(server, anna);
  await joinRoom(server, other, berta);
  expect(await call('FavoriteRoom', berta, { room_id: other })).toMatchObject({
    status: 409,
    reason: 'my_rooms.too_many_favorites',
  });
  const [{ room_id }] = (await server.sql('select room_id from room_favorites where user_id = $1 limit 1', [
    berta.id,
  ])) as [{ room_id: string }];
  expect((await call('FavoriteRoom', berta, { room_id })).status).toBe(200);
});

test('[MY3] the latest favourite comes first', async () => {
  const frida = await server.signUp('frida');
  const rooms: string[] = [];
  for (let n = 0; n < 4; n++) rooms.push(await makeRoom(server, frida));
  const order = [2, 0, 3, 1].map((place) => rooms[place]!);
  for (const room of order) {
    clock.jump(1_000);
    expect((await call('FavoriteRoom', frida, { room_id: room })).status).toBe(200);
  }
  const { json } = await call('ListFavoriteRooms', frida);
  expect(json.rooms.map((item: { room: { id: string } }) => item.room.id)).toEqual(order.toReversed());
});

test('[MY4] visits within half an hour count once', async () => {
  const carla = await server.signUp('carla');
  const room = await makeRoom(server, carla);
  await Promise.all([enter(carla, room), enter(carla, room), enter(carla, room)]);
  await until('the visit is counted', async () => (await visitsOf(carla, room)).length === 1);
  clock.jump(29 * 60_000);
  await enter(carla, room);
  // Visits are written in order: once the next one is stored, this one has been processed.
  const other = await makeRoom(server, carla);
  await enter(carla, other);
  await until('the visit of the other room is counted', async () => (await visitsOf(carla, other)).length === 1);
  expect(await visitsOf(carla, room)).toEqual([{ count: 1 }]);
  clock.jump(2 * 60_000);
  await until('the next one too', async () => {
    await enter(carla, room);
    return (await visitsOf(carla, room))[0]?.count === 2;
  });
  const { rooms } = await mine(carla, { sort: 'visited' });
  expect(rooms[0]).toMatchObject({ visit_count: 2, visited_at: expect.any(String) });
});

test('[MY5] [MY6] own rooms by relation, name and what was started, in each order', async () => {
  const [dora, emil] = [await server.signUp('dora'), await server.signUp('emil')];
  const own = await makeRoom(server, dora, { name: 'b own' });
  const led = await makeRoom(server, emil, { name: 'a led' });
  const joined = await makeRoom(server, emil, { name: 'c joined 100%', password: 'pass word' });
  await joinRoom(server, led, dora);
  await server.ok({
    call: 'UserService.JoinRoom',
    token: dora.token,
    request: { room_id: joined, password: 'pass word' },
  });
  await server.ok({
    call: 'RoomService.UpdateMemberPermissions',
    token: emil.token,
    room: led,
    request: { user_id: dora.id, role: 'admin' },
  });
  await call('FavoriteRoom', dora, { room_id: joined });
  expect(names(await mine(dora, { relation: 'created' }))).toEqual(['b own']);
  expect(names(await mine(dora, { relation: 'admin' }))).toEqual(['a led']);
  expect(names(await mine(dora, { relation: 'member' }))).toEqual(['c joined 100%']);
  expect(names(await mine(dora, { relation: 'favorite' }))).toEqual(['c joined 100%']);
  expect(names(await mine(dora, { search: '%' }))).toEqual(['c joined 100%']);
  expect(names(await mine(dora, { sort: 'name' }))).toEqual(['a led', 'b own', 'c joined 100%']);
  expect(names(await mine(dora, { sort: 'name', page: 2, page_size: 2 }))).toEqual(['c joined 100%']);
  await enter(dora, own);
  await until('the visit is counted', async () => (await visitsOf(dora, own)).length === 1);
  expect(names(await mine(dora, { sort: 'visited' }))[0]).toBe('b own');
  await enter(emil, led);
  await until('the visit is counted', async () => (await visitsOf(emil, led)).length === 1);
  await until('nobody is there', async () =>
    (await mine(dora)).rooms.every((r: { room: { online_count: number } }) => r.room.online_count === 0),
  );
  expect(names(await mine(dora, { sort: 'activity' })).slice(0, 2)).toEqual(['a led', 'b own']);

  expect(await mine(dora, { started_only: true })).toEqual({ rooms: [], total: 0 });
  const media = await addMedia(server, joined, emil, 'Film');
  await server.ok({ call: 'RoomService.StartPlayback', token: emil.token, room: joined, request: { media_id: media } });
  const still = { position_seconds: 754, is_playing: false };
  await server.ok({ call: 'RoomService.UpdatePlaybackState', token: emil.token, room: joined, request: still });
  expect(await mine(dora, { started_only: true })).toMatchObject({
    rooms: [{ room: { id: joined }, now_playing: 'Film', progress: { position_seconds: 754, speed: 0 } }],
    total: 1,
  });
  expect((await mine(dora)).rooms[0]).not.toHaveProperty('progress');
});
