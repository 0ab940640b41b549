import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const createCall = 'UserService.CreateRoom';
const joinCall = 'UserService.JoinRoom';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 7 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());

const join = (room: string, { token }: TestUser, password?: string) =>
  server.rest({ call: joinCall, token, request: { room_id: room, ...(password === undefined ? {} : { password }) } });

test('[RO1] of 20 rooms made at once, as many come about as one person may have', async () => {
  const { token } = await server.signUp('builder');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => server.rest({ call: createCall, token, request: { name: `Room ${i}` } })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(7);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'rooms.too_many_rooms']));
  expect((await server.ok({ call: 'UserService.ListMyRooms', token })).total).toBe(7);
});

test.each([
  ['[RO1] switched off', { room: { disableCreateRoom: true } }, {}, 'rooms.creation_disabled'],
  ['[RO1] not allowed', { server: { allowRoomCreation: false } }, {}, 'rooms.creation_disabled'],
  [
    '[RO2] without the password that is needed',
    { room: { passwordPolicy: 'required' } },
    {},
    'rooms.password_required',
  ],
  [
    '[RO2] with a password that is forbidden',
    { room: { passwordPolicy: 'forbidden' } },
    { password: 'pass word' },
    'rooms.password_forbidden',
  ],
])('%s, no room is made', async (_, settings, request, reason) => {
  const [{ token: root }, { token }] = await Promise.all([server.signIn(), server.signUp()]);
  const [[group, keys]] = Object.entries(settings) as [[string, object]];
  const mask = `${group}.${Object.keys(keys)[0]}`;
  const update = (change: object) =>
    server.ok({ call: 'AdminService.UpdateSettings', token: root, request: change as never });
  await update({ settings, update_mask: mask });
  try {
    expect((await server.rest({ call: createCall, token, request: { name: 'Room', ...request } })).reason).toBe(reason);
    expect((await server.ok({ call: 'UserService.ListMyRooms', token })).total).toBe(0);
  } finally {
    await update({ reset_mask: mask });
  }
});

test('[RO3] the creator is the first member, and the root playlist is there', async () => {
  const room = await makeRoom(server, anna);
  const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room });
  expect(members).toMatchObject([{ user_id: anna.id, role: 'creator' }]);
  const { playlists } = await server.ok({ call: 'RoomService.ListPlaylists', token: anna.token, room });
  expect(playlists).toMatchObject([{ id: room.replace('room', 'pl') }]);
  expect(playlists[0]).not.toHaveProperty('parent_id');
});

test('[RO6] everybody in the room gets the change of settings', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'roomSettings', value: {} });
  await socket.change('roomSettings');
  const request = { name: 'Renamed', settings: { wait_seconds: 3 } };
  await server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request });
  expect(await socket.change('roomSettings')).toMatchObject({
    room: { name: 'Renamed', version: 2 },
    settings: { waitSeconds: 3 },
  });
  await socket.close();
});

test('[RO6] of ten changes made on one version, one is taken', async () => {
  const room = await makeRoom(server, anna);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      server.rest({
        call: 'RoomService.UpdateRoomSettings',
        token: anna.token,
        room,
        request: { settings: { wait_seconds: i }, expected_version: 1 },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'rooms.version_conflict']));
});

test('[RO7] those in a deleted room are told and disconnected', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const sockets = [await server.socket(room, anna.token), await server.socket(room, berta.token)];
  await server.ok({ call: 'RoomService.DeleteRoom', token: anna.token, room });
  for (const socket of sockets) {
    expect(await socket.next('termination')).toMatchObject({ code: 4, mayReconnect: false });
    expect((await socket.closed).code).toBe(4004);
  }
  await expect(server.socket(room, berta.token)).rejects.toMatchObject({ status: 404 });
});

test('[RO8] the feed: rooms with people first and featured, the others newest first, hidden ones nowhere', async () => {
  const feed = await startTestServer();
  try {
    const owner = await feed.signUp();
    const make = (name: string, more = {}) => makeRoom(feed, owner, { name, ...more });
    await make('old');
    const busy = await make('busy');
    await make('secret', { visibility: 'hidden' });
    await make('new');
    const socket = await feed.socket(busy, owner.token);
    const discover = (request = {}) => feed.ok({ call: 'UserService.DiscoverRooms', request });
    const names = (items: { room: { name: string } }[]) => items.map(({ room }) => room.name);
    const first = await until('the busy room is featured', async () => {
      const answer = await discover();
      return answer.featured_rooms.length > 0 && answer;
    });
    expect(names(first.featured_rooms)).toEqual(['busy']);
    expect(first.featured_rooms[0]).toMatchObject({ access: 'SIGN_IN', room: { online_count: 1 } });
    expect(first.featured_rooms[0]).not.toHaveProperty('joined');
    expect({ names: names(first.rooms), total: first.total }).toEqual({ names: ['new', 'old'], total: 2 });
    const second = await discover({ page: 2, page_size: 1 });
    expect({ featured: second.featured_rooms, names: names(second.rooms), total: second.total }).toEqual({
      featured: [],
      names: ['old'],
      total: 2,
    });
    const found = await discover({ search: 'BUS' });
    expect({ featured: found.featured_rooms, names: names(found.rooms) }).toEqual({ featured: [], names: ['busy'] });
    for (const search of ['%', '_', '\\', "' or true --"]) expect((await discover({ search })).total).toBe(0);
    const signedIn = await feed.http({ verb: 'GET', path: '/api/user/rooms/discover' });
    expect(signedIn).toMatchObject({ status: 401, json: { code: 'call.unauthenticated' } });
    await socket.close();
  } finally {
    await feed.stop();
  }
});

test('[RO10] of the own rooms those come first where people are', async () => {
  const carla = await server.signUp('carla');
  const older = await makeRoom(server, carla, { name: 'older' });
  const newer = await makeRoom(server, carla, { name: 'newer' });
  const mine = async () =>
    (await server.ok({ call: 'UserService.ListMyRooms', token: carla.token })).rooms.map(
      (r: { room: { id: string } }) => r.room.id,
    );
  expect(await mine()).toEqual([newer, older]);
  const socket = await server.socket(older, carla.token);
  await until('the busy room is first', async () => (await mine())[0] === older);
  await socket.close();
});

test('[RO11] of 20 who join a room with one place left, one comes in', async () => {
  const room = await makeRoom(server, anna, { settings: { max_members: 3 } });
  await joinRoom(server, room, berta);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => server.signUp('crowd')));
  const answers = await Promise.all(crowd.map((user) => join(room, user)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'rooms.not_admitted']));
  const { total } = await server.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room });
  expect(total).toBe(3);
  const card = await server.ok({
    call: 'UserService.GetRoomDiscovery',
    token: crowd[0]!.token,
    request: { room_id: room },
  });
  expect(['FULL', 'ENTER']).toContain(card.room.access);
});

test('[RO11] of 20 joins of one person at once all are well, and they are one member', async () => {
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'roomMembers', value: {} });
  await socket.change('roomMembers', (_, { snapshot }) => snapshot);
  const answers = await Promise.all(Array.from({ length: 20 }, () => join(room, berta)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await server.ok({ call: 'RoomService.LeaveRoom', token: berta.token, room });
  await socket.change('roomMembers', ({ kind }) => kind === 2);
  const joined = socket.frames.filter(
    ({ message }) =>
      message.case === 'resourceChanged' &&
      message.value.resource.case === 'roomMembers' &&
      message.value.resource.value.kind === 1,
  );
  expect(joined.length).toBe(1);
  await socket.close();
});

test('[RO11] after five wrong passwords none is looked at, not even the right one, nor ten at once', async () => {
  const room = await makeRoom(server, berta, { password: 'pass word' });
  const guesser = await server.signUp('guesser');
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => join(room, guesser, `guess ${i}`)));
  const reasons = answers.map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'rooms.wrong_password').length).toBe(5);
  expect(reasons.filter((reason) => reason === 'rooms.locked_out').length).toBe(7);
  const locked = await join(room, guesser, 'pass word');
  expect(locked).toMatchObject({ status: 429, reason: 'rooms.locked_out' });
  expect(locked.json.details.retryAfterSeconds).toBe(300);
  expect((await join(room, anna, 'pass word')).status).toBe(200);
});

test('[RO11] the right password is not counted as a guess, and asking without one neither', async () => {
  const room = await makeRoom(server, berta, { password: 'pass word' });
  const visitor = await server.signUp('visitor');
  for (let n = 0; n < 6; n++) {
    expect((await join(room, visitor)).reason).toBe('rooms.wrong_password');
    expect((await join(room, visitor, 'pass word')).status).toBe(200);
    await server.ok({ call: 'RoomService.LeaveRoom', token: visitor.token, room });
  }
});
