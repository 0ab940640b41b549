import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verify } from '../../accounts/mfa/mfa.fixture.ts';

const dayMs = 86_400_000;
const lookEveryMs = 3_600_000;

const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let carl: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ clock, settings: { 'server.maxRoomsPerUser': 2 } });
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

const choose = (request: { heir_id?: string; away_days?: number } = {}, at = room, { token } = anna) =>
  server.ok({ call: 'RoomSuccessionService.PutRoomSuccession', token, room: at, request });
const read = async ({ token }: TestUser) =>
  (await server.ok({ call: 'RoomSuccessionService.GetRoomSuccession', token, room })).succession;
const leave = ({ token }: TestUser) => server.rest({ call: 'RoomService.LeaveRoom', token, room });
const promote = ({ id }: TestUser) =>
  server.ok({
    call: 'RoomService.UpdateMemberPermissions',
    token: anna.token,
    room,
    request: { user_id: id, role: 'admin' },
  });
const roles = async (by: TestUser) => {
  const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: by.token, room });
  return Object.fromEntries(members.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role]));
};
const news = async ({ token }: TestUser) => {
  const { notifications } = await server.ok({ call: 'NotificationService.ListNotifications', token });
  return notifications;
};
const notices = async ({ token }: TestUser) => {
  const request = { include_notices: true };
  const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token, room, request });
  return messages
    .filter(({ system }: { system?: { kind: string } }) => system?.kind === 'owner_changed')
    .map(({ user_id }: { user_id: string }) => user_id);
};

test('[OWN6] [OWN11] a creator leaves, the named member owns the room, and the chat says so', async () => {
  await promote(carl);
  await choose({ heir_id: berta.id });
  expect((await leave(anna)).status).toBe(200);
  expect(await roles(berta)).toEqual({ [berta.id]: 'creator', [carl.id]: 'admin' });
  expect(await notices(carl)).toEqual([berta.id]);
  expect(await news(berta)).toMatchObject([
    { role_changed: { role: 'creator' } },
    { room_succession: { kind: 'named' }, actor: { user_id: anna.id } },
  ]);
  expect(await read(berta)).toBeUndefined();
});

test('[OWN6] without a choice, or where nobody can take the room, leaving is refused and all stays', async () => {
  expect((await leave(anna)).reason).toBe('members.creator_stays');
  await choose();
  expect((await leave(anna)).reason).toBe('room_ownership.no_heir');
  expect(await roles(anna)).toEqual({ [anna.id]: 'creator', [berta.id]: 'member', [carl.id]: 'member' });
  expect(await notices(anna)).toEqual([]);
});

test('[OWN5] nobody named: the admin who has been a member longest gets it, before that one who is connected', async () => {
  await promote(carl);
  await promote(berta);
  await choose();
  expect((await read(anna)).next.user_id).toBe(berta.id);
  const socket = await server.socket(room, carl.token);
  await until('the admin is seen', async () => (await read(anna)).next.user_id === carl.id);
  expect((await leave(anna)).status).toBe(200);
  expect((await roles(carl))[carl.id]).toBe('creator');
  await socket.close();
});

test('[OWN10] a room goes to nobody who left it, is banned, or has as many rooms as the server allows', async () => {
  const dora = await server.signUp('dora');
  await joinRoom(server, room, dora);
  for (const one of [berta, carl, dora]) await promote(one);
  await choose({ heir_id: berta.id });
  expect((await leave(berta)).status).toBe(200);
  for (let n = 0; n < 2; n++) await makeRoom(server, carl);
  expect((await read(anna)).next.user_id).toBe(dora.id);
  const root = await server.signIn();
  await server.ok({ call: 'AdminService.BanUser', token: root.token, request: { user_id: dora.id } });
  expect(await read(anna)).not.toHaveProperty('next');
  expect((await leave(anna)).reason).toBe('room_ownership.no_heir');
});

test('[OWN7] rooms of a closed account go over, and those without a choice become unavailable', async () => {
  const other = await makeRoom(server, anna);
  await joinRoom(server, other, berta);
  await choose({ heir_id: berta.id });
  const verification_id = await verify(server, anna, 'ACCOUNT_CLOSE');
  await server.ok({
    call: 'UserService.CloseAccount',
    token: anna.token,
    request: { verification_id, username: anna.username },
  });
  expect(await roles(berta)).toEqual({ [berta.id]: 'creator', [carl.id]: 'member' });
  expect(await notices(berta)).toEqual([berta.id]);
  const { reason } = await server.rest({ call: 'UserService.GetRoom', token: berta.token, room: other });
  expect(reason).toBe('rooms.owner_inactive');
});

test('[OWN8] a creator who stays away as long as they chose stays as an admin, and is told', async () => {
  await choose({ heir_id: berta.id, away_days: 30 });
  clock.jump(29 * dayMs);
  const socket = await server.socket(room, (await server.signIn(anna.username)).token);
  const away = async () => {
    clock.runEvery(lookEveryMs);
    const { token } = await server.signIn(berta.username);
    return (await server.ok({ call: 'UserService.GetRoom', token, room })).role;
  };
  const visited = async () => {
    const [row] = (await server.sql('select visited_at from room_visits where room_id = $1 and user_id = $2', [
      room,
      anna.id,
    ])) as { visited_at: Date }[];
    return row !== undefined;
  };
  await until('the visit is counted', visited);
  // Connected for more than the chosen number of days.
  clock.jump(31 * dayMs);
  expect(await away()).toBe('member');
  await socket.close();
  expect(await away()).toBe('member');
  clock.jump(31 * dayMs);
  await until('the room goes over', async () => (await away()) === 'creator');
  const again = await server.signIn(anna.username);
  expect((await server.ok({ call: 'UserService.GetRoom', token: again.token, room })).role).toBe('admin');
  expect(await news(again)).toMatchObject([{ room_succession: { kind: 'passed_on' }, actor: { user_id: berta.id } }]);
  expect(await notices(again)).toEqual([berta.id]);
});

const look = () => clock.runEvery(lookEveryMs);
/** Kinds of the notifications about heirs, newest first. */
const successionNews = async (of: TestUser) =>
  (await news(await server.signIn(of.username))).flatMap(
    ({ room_succession }: { room_succession?: { kind: string } }) => (room_succession ? [room_succession.kind] : []),
  );

test('[OWN12] a creator who stays away is told once in each absence, before the room goes over', async () => {
  await choose({ heir_id: berta.id, away_days: 30 });
  clock.jump(26 * dayMs);
  look();
  clock.jump(1.5 * dayMs);
  look();
  await until('the creator is told', async () => (await successionNews(anna)).length === 1);
  clock.jump(dayMs);
  look();
  const socket = await server.socket(room, (await server.signIn(anna.username)).token);
  await until('the visit is counted', async () => {
    const found = await server.sql('select 1 from room_visits where room_id = $1 and user_id = $2', [room, anna.id]);
    return found.length === 1;
  });
  await socket.close();
  clock.jump(29 * dayMs);
  look();
  await until('the creator is told again', async () => (await successionNews(anna)).length > 1);
  expect(await successionNews(anna)).toEqual(['soon', 'soon']);
  const { token } = await server.signIn(anna.username);
  expect((await server.ok({ call: 'UserService.GetRoom', token, room })).role).toBe('creator');
});

test('[OWN12] nobody is told of a room that nobody can take', async () => {
  const other = await makeRoom(server, anna);
  await joinRoom(server, other, carl);
  await choose({ away_days: 4 }, other);
  await choose({ heir_id: berta.id, away_days: 4 });
  clock.jump(2.5 * dayMs);
  look();
  await until('the creator is told', async () => (await successionNews(anna)).length > 0);
  const { token } = await server.signIn(anna.username);
  expect((await news({ ...anna, token })).map(({ room: told }: { room: { room_id: string } }) => told.room_id)).toEqual(
    [room],
  );
});

test('[OWN8] two replicas that look at once pass a room on once', async () => {
  const replica = await startTestServer({ clock, database: server.database });
  try {
    await choose({ heir_id: berta.id, away_days: 3 });
    clock.jump(4 * dayMs);
    for (let n = 0; n < 5; n++) look();
    await until('the room went over', async () => (await successionNews(anna)).includes('passed_on'));
    for (let n = 0; n < 5; n++) look();
    const again = await server.signIn(berta.username);
    await until('all have looked', async () => (await notices({ ...berta, token: again.token })).length > 0);
    expect(await notices({ ...berta, token: again.token })).toEqual([berta.id]);
    expect(await successionNews(anna)).toEqual(['passed_on']);
    expect(await roles({ ...berta, token: again.token })).toMatchObject({ [anna.id]: 'admin', [berta.id]: 'creator' });
  } finally {
    await replica.stop();
  }
});

test('[OWN5] [OWN9] only the creator and the named member read the choice, and that one declines', async () => {
  await promote(carl);
  await choose({ heir_id: berta.id, away_days: 7 });
  // When chosen again, the heir is notified once.
  await choose({ heir_id: berta.id, away_days: 14 });
  expect(await read(carl)).toBeUndefined();
  expect(await read(berta)).toEqual({ named: expect.objectContaining({ user_id: berta.id }), away_days: 14 });
  expect((await news(berta)).map(({ room_succession }: { room_succession: object }) => room_succession)).toEqual([
    { kind: 'named' },
  ]);
  const decline = ({ token }: TestUser) =>
    server.ok({ call: 'RoomSuccessionService.DeclineRoomSuccession', token, room });
  await decline(carl);
  expect(await news(anna)).toEqual([]);
  await decline(berta);
  await decline(berta);
  expect(await news(anna)).toMatchObject([{ room_succession: { kind: 'declined' }, actor: { user_id: berta.id } }]);
  expect((await news(anna)).length).toBe(1);
  expect(await read(anna)).toMatchObject({ away_days: 14, next: { user_id: carl.id } });
  expect(await read(berta)).toBeUndefined();
});

test('[OWN11] a room that was handed over keeps nothing of what its former creator chose', async () => {
  await promote(carl);
  await choose({ heir_id: carl.id });
  await server.ok({
    call: 'RoomService.TransferRoomOwnership',
    token: anna.token,
    room,
    request: { user_id: berta.id },
  });
  expect(await read(berta)).toBeUndefined();
  expect(await notices(carl)).toEqual([berta.id]);
  expect((await leave(berta)).reason).toBe('members.creator_stays');
});
