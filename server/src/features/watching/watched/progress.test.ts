import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let carl: TestUser;
let room: string;
let film: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [anna, berta, carl] = (await Promise.all(['anna', 'berta', 'carl'].map((name) => server.signUp(name)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  room = await makeRoom(server, anna, { settings: { show_progress: true } });
  await joinRoom(server, room, berta, carl);
  film = await addMedia(server, room, anna);
});

let made = 0;
const watched = ({ id }: TestUser, position: number, finished = false) =>
  server.sql(
    `insert into watched_entries (id, user_id, room_id, media_id, name, started_at, left_at, watched_seconds,
      position_seconds, duration_seconds, finished) values ($1, $2, $3, $4, 'film', now(), now(), 600, $5, 7200, $6)`,
    [`wat_progress_${++made}`, id, room, film, position, finished],
  );
const read = ({ token }: TestUser) =>
  server.ok({ call: 'WatchedService.ListItemProgress', token, room, request: { media_id: film } });
const people = async (by: TestUser) =>
  (await read(by)).people.map(
    ({ user_id, finished, position_seconds }: { user_id: string; finished: boolean; position_seconds?: number }) => [
      user_id,
      finished ? 'finished' : 'on the way',
      position_seconds,
    ],
  );
const prefer = ({ token }: TestUser, preferences: object) =>
  server.ok({ call: 'UserService.UpdateUserPreferences', token, request: { preferences: preferences as never } });

test('[OH12] [OH14] members see the furthest place of each, and of those who are ahead only that', async () => {
  await watched(anna, 7_190, true);
  await watched(berta, 3_000);
  // Begun again, a person has still come as far as before.
  await watched(berta, 60);
  await watched(carl, 4_000);
  expect((await read(anna)).duration_seconds).toBe(7_200);
  expect(await people(anna)).toEqual([
    [anna.id, 'finished', 7_190],
    [carl.id, 'on the way', 4_000],
    [berta.id, 'on the way', 3_000],
  ]);
  expect(await people(berta)).toEqual([
    [berta.id, 'on the way', 3_000],
    [anna.id, 'finished', undefined],
    [carl.id, 'on the way', undefined],
  ]);
  expect(await people(carl)).toEqual([
    [carl.id, 'on the way', 4_000],
    [anna.id, 'finished', undefined],
    [berta.id, 'on the way', 3_000],
  ]);
});

test('[OH13] who shows nothing, keeps nothing or has left is seen by nobody else', async () => {
  const dora = await server.signUp('dora');
  await joinRoom(server, room, dora);
  await watched(anna, 7_190, true);
  for (const one of [berta, carl, dora]) await watched(one, 1_000);
  await prefer(berta, { show_progress: false });
  await prefer(carl, { keep_watched: false });
  await server.ok({ call: 'RoomService.LeaveRoom', token: dora.token, room });
  expect(await people(anna)).toEqual([[anna.id, 'finished', 7_190]]);
  expect(await people(berta)).toEqual([
    [berta.id, 'on the way', 1_000],
    [anna.id, 'finished', undefined],
  ]);
});

test('[OH12] a room that does not show it tells nobody anything', async () => {
  await watched(anna, 100);
  await server.ok({
    call: 'RoomService.UpdateRoomSettings',
    token: anna.token,
    room,
    request: { settings: { show_progress: false } },
  });
  expect(await read(anna)).toEqual({ shown: false, people: [] });
});
