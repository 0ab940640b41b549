import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let root: TestUser;
let anna: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [root, anna] = [await server.signIn(), await server.signUp('anna')];
});
afterAll(() => server?.stop());

const admin = (call: string, request: object) =>
  server.rest({ call: `AdminService.${call}`, token: root.token, request: request as never });
const category = async (values: object) => (await admin('UpsertRoomCategory', values)).json.category;
const label = async (values: object) => (await admin('UpsertRoomLabel', { color: '#123456', ...values })).json.label;

test('[TX1] lists are in the order of positions, then of names; the number of rooms is told to administrators', async () => {
  for (const [name, position] of [
    ['b', 1],
    ['c', 0],
    ['a', 1],
  ] as const)
    await category({ name, position });
  const { categories } = await server.ok({ call: 'RoomService.ListRoomCategories' });
  expect(categories.map(({ name }: { name: string }) => name)).toEqual(['c', 'a', 'b']);
  await makeRoom(server, anna, { category_id: categories[1].id });
  const counted = (await admin('ListRoomCategories', {})).json.categories;
  expect(counted.map(({ room_count }: { room_count: number }) => room_count)).toEqual([0, 1, 0]);
});

test('[TX3] [TX8] of changes on one version that are made at once one is kept, and recorded', async () => {
  const { id } = await category({ name: 'contended' });
  const answers = await Promise.all(
    ['x', 'y', 'z'].map((name) => admin('UpsertRoomCategory', { category_id: id, name, expected_version: 1 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'room_taxonomy.version_conflict']));
  expect(await server.sql(`select 1 from audit_records where target = $1`, [id])).toHaveLength(2);
});

test('[TX5] a label that is given to a category leaves the rooms of others', async () => {
  const [films, series] = [await category({ name: 'Films' }), await category({ name: 'Series' })];
  const fresh = await label({ name: 'Fresh' });
  const marked = { label_ids: [fresh.id] };
  const inFilms = await makeRoom(server, anna, { ...marked, category_id: films.id });
  const inSeries = await makeRoom(server, anna, { ...marked, category_id: series.id });
  await label({ label_id: fresh.id, name: 'Fresh', category_id: films.id });
  const labelsOf = async (room: string) =>
    (await server.ok({ call: 'UserService.GetRoom', token: anna.token, room })).room.label_ids;
  expect([await labelsOf(inFilms), await labelsOf(inSeries)]).toEqual([[fresh.id], []]);
});

test('[TX4] everybody in the room sees the change at once', async () => {
  const fresh = await label({ name: 'Now' });
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'roomSettings', value: {} });
  await admin('UpdateRoomTaxonomy', { room_id: room, labels: { ids: [fresh.id] } });
  await socket.change('roomSettings', (change) => change.room?.labelIds[0] === fresh.id);
  await socket.close();
});

test('[TX7] there are 100 categories and 300 labels at most, also when many are made at once', async () => {
  await server.sql('delete from room_categories');
  await server.sql('delete from room_labels');
  await server.sql(`insert into room_categories select 'cat_' || n, 'c', '{}', 0, 1 from generate_series(1, 99) n`);
  await server.sql(
    `insert into room_labels select 'lab_' || n, 'l', '{}', '#000000', null, 0, 1 from generate_series(1, 299) n`,
  );
  const reasons = async (call: string, request: object) =>
    (await Promise.all(Array.from({ length: 4 }, () => admin(call, request)))).map(({ reason }) => reason).sort();
  expect(await reasons('UpsertRoomCategory', { name: 'x' })).toEqual([
    ...Array(3).fill('room_taxonomy.too_many_categories'),
    undefined,
  ]);
  expect(await reasons('UpsertRoomLabel', { name: 'x', color: '#000000' })).toEqual([
    ...Array(3).fill('room_taxonomy.too_many_labels'),
    undefined,
  ]);
});
