import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let root: TestUser;
beforeEach(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 200 } });
  [anna, root] = [await server.signUp('anna'), await server.signIn()];
});
afterEach(() => server?.stop());

const discover = (request = {}, token?: string) => server.ok({ call: 'UserService.DiscoverRooms', request, token });
const names = (items: { room: { name: string } }[]) => items.map(({ room }) => room.name);
const admin = (call: string, request: object) =>
  server.ok({ call: `AdminService.${call}`, token: root.token, request: request as never });
const makeAll = async (...all: string[]) => {
  const ids: string[] = [];
  for (const name of all) ids.push(await makeRoom(server, anna, { name }));
  return ids;
};

/** Expects that the feed shows exactly these rooms, and the right count. */
async function expectTrueFeed(expected: string[]): Promise<void> {
  const { rooms, total } = await discover({ page_size: 100 });
  expect(names(rooms)).toEqual(expected);
  expect(total).toBe(expected.length);
}

test('[DI1] whatever changes a room or its owner, the feed and its number follow', async () => {
  const [first, second] = (await makeAll('first', 'second')) as [string, string];
  await expectTrueFeed(['second', 'first']);
  const inRoom = (call: string, request: object, room = first) =>
    server.ok({ call: `RoomService.${call}`, token: anna.token, room, request: request as never });
  await inRoom('UpdateRoomVisibility', { visibility: 'hidden' });
  await expectTrueFeed(['second']);
  await inRoom('UpdateRoomVisibility', { visibility: 'public' });
  await inRoom('UpdateRoomSettings', { settings: {}, name: 'renamed' });
  await expectTrueFeed(['second', 'renamed']);
  expect(names((await discover({ search: 'rename' })).rooms)).toEqual(['renamed']);
  await admin('BanRoom', { room_id: second });
  await expectTrueFeed(['renamed']);
  await admin('UnbanRoom', { room_id: second });
  await admin('BanUser', { user_id: anna.id });
  await expectTrueFeed([]);
  await admin('UnbanUser', { user_id: anna.id });
  await expectTrueFeed(['second', 'renamed']);
  // The ban has signed her out.
  const { token } = await server.signIn(anna.username);
  await server.ok({ call: 'UserService.FavoriteRoom', token, request: { room_id: second } });
  await admin('SetFeaturedRooms', { rooms: [{ room_id: second }] });
  await admin('DeleteRoom', { room_id: second });
  await expectTrueFeed(['renamed']);
  expect((await admin('ListFeaturedRooms', {})).rooms).toEqual([]);
  const mine = (call: string) => server.ok({ call: `UserService.${call}`, token });
  expect([(await mine('ListFavoriteRooms')).total, (await mine('ListMyRooms')).total]).toEqual([0, 1]);
  await server.sql(`update rooms set status = 2 where id = $1`, [first]);
  await expectTrueFeed([]);
});

test('[DI1] the number is exact after many changed rooms at once', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => server.signUp()));
  await Promise.all(
    people.map(async (person, n) => {
      for (let round = 0; round < 5; round++) {
        const room = await makeRoom(server, person, { name: `${n} ${round}` });
        if (round % 2 === 0) await server.ok({ call: 'RoomService.DeleteRoom', token: person.token, room });
      }
    }),
  );
  await Promise.all(people.slice(0, 3).map(({ id }) => admin('BanUser', { user_id: id })));
  expect((await discover()).total).toBe(6);
  expect(await server.sql('select count(*)::int as n from listed_rooms')).toEqual([{ n: 6 }]);
});

test('[DI2] who follows the cursor sees every room that was there all along once, whatever comes and goes', async () => {
  const ids = await makeAll(...Array.from({ length: 12 }, (_, n) => `room ${n}`));
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page === 0 || cursor !== ''; page++) {
    const answer = await discover({ page_size: 3, ...(cursor ? { cursor } : {}) });
    seen.push(...names(answer.rooms));
    cursor = answer.next_cursor ?? '';
    await makeAll(`late ${page}`);
    // One room that was shown is deleted, and one that was not.
    for (const n of page === 0 ? [10, 7] : [])
      await server.ok({ call: 'RoomService.DeleteRoom', token: anna.token, room: ids[n]! });
    // This room would be missing from the others if a feed in progress reacted to its becoming featured now.
    if (page === 0) await admin('SetFeaturedRooms', { rooms: [{ room_id: ids[1]! }] });
  }
  expect(seen.filter((name) => name.startsWith('room'))).toEqual(
    [11, 10, 9, 8, 6, 5, 4, 3, 2, 1, 0].map((n) => `room ${n}`),
  );
  expect(new Set(seen).size).toBe(seen.length);
});

test('[DI2] a cursor serves the list that it came from alone', async () => {
  await makeAll('a', 'b', 'c');
  const { next_cursor: cursor } = await discover({ page_size: 1 });
  const refused = async (request: object) =>
    (await server.rest({ call: 'UserService.DiscoverRooms', request: { cursor, ...request } })).reason;
  expect(await refused({})).toBeUndefined();
  for (const request of [
    { search: 'a' },
    { sort: 'live' },
    { category_id: 'x' },
    { activity: 'live' },
    { cursor: `${cursor}A` },
  ])
    expect(await refused(request)).toBe('discovery.invalid_cursor');
});

test('[DI3] a search finds parts, beginnings, and where there are none words that are written alike', async () => {
  await makeAll('Casablanca evening', 'Matrix night', 'The long night of Casablanca', 'Ab', 'crab film');
  await makeRoom(server, anna, { name: 'Fridays', description: 'We see casablanca and more' });
  const found = async (search: string, more = {}) => names((await discover({ search, ...more })).rooms);
  expect(await found('casab')).toEqual(['Casablanca evening', 'The long night of Casablanca', 'Fridays']);
  expect(await found('casab', { sort: 'newest' })).toEqual([
    'Fridays',
    'The long night of Casablanca',
    'Casablanca evening',
  ]);
  expect(await found('NIGHT casablanca')).toEqual(['The long night of Casablanca']);
  expect(await found('ab')).toEqual(['Ab']);
  expect(await found('casablnca')).toEqual(
    expect.arrayContaining(['Casablanca evening', 'The long night of Casablanca', 'Fridays']),
  );
  expect(await found('casaxblanca')).toHaveLength(3);
  expect(await found('matirx')).toEqual(['Matrix night']);
  expect(await found('zzyzx quux')).toEqual([]);
  for (const short of ['zq', 'z q', '電影', '\u{1f3ac}']) expect(await found(short)).toEqual([]);
  const all: string[] = [];
  for (let page = await discover({ search: 'casablnca', page_size: 1 }); ; ) {
    expect(page.total).toBe(3);
    all.push(...names(page.rooms));
    if (!page.next_cursor) break;
    page = await discover({ search: 'casablnca', page_size: 1, cursor: page.next_cursor });
  }
  expect([all.length, new Set(all).size]).toEqual([3, 3]);
});

test('[DI4] signs of patterns are text', async () => {
  await makeAll('100 % cotton', 'snake_case', 'back\\slash', 'I <3 films');
  const found = async (search: string) => names((await discover({ search })).rooms);
  expect(await found('%')).toEqual(['100 % cotton']);
  expect(await found('_')).toEqual(['snake_case']);
  expect(await found('\\')).toEqual(['back\\slash']);
  expect(await found('<3')).toEqual(['I <3 films']);
  expect(await found("' or true --")).toEqual([]);
});

test('[DI5] [DI6] rooms with people come first, or are all that is asked for', async () => {
  const [quiet, full, locked] = (await makeAll('quiet', 'full', 'locked')) as [string, string, string];
  await server.ok({
    call: 'AdminService.UpdateRoomPassword',
    token: root.token,
    request: { room_id: locked, password: 'pass word' },
  });
  const media = async (room: string) => {
    const source = { direct_url: { url: 'https://media.example.org/film.mp4' } };
    const { media: item } = await server.ok({
      call: 'RoomService.AddMedia',
      token: anna.token,
      room,
      request: { name: 'film', source },
    });
    await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id: item.id } });
  };
  for (const room of [quiet, full, locked]) await media(room);
  const sockets = [await server.socket(full, anna.token), await server.socket(locked, anna.token)];
  const live = await until('both are live', async () => {
    const answer = await discover({ activity: 'live' });
    return answer.total === 2 && answer;
  });
  expect([live.featured_rooms, names(live.rooms)]).toEqual([[], ['locked', 'full']]);
  const playing = await discover({ activity: 'playing' });
  expect([names(playing.rooms), playing.total]).toEqual([['full'], 1]);
  await makeAll('newest');
  const searched = await discover({ search: 'u', sort: 'live' });
  expect(names(searched.rooms)).toEqual([]);
  // Two rooms are featured because people are in them.
  await admin('SetFeaturedRooms', { rooms: [{ room_id: quiet }] });
  const first = await discover({ sort: 'live', page_size: 1 });
  expect(names(first.featured_rooms).sort()).toEqual(['full', 'locked', 'quiet']);
  expect([names(first.rooms), first.total]).toEqual([['newest'], 1]);
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('[DI6] what is found has the rooms with people first, and each room once', async () => {
  const [oldest] = (await makeAll('hall one', 'hall two', 'hall three')) as [string];
  const socket = await server.socket(oldest, anna.token);
  await until('somebody is there', async () => (await discover({ activity: 'live' })).total === 1);
  const found = { search: 'hall', sort: 'live', page_size: 1 };
  const listed: string[] = [];
  for (let cursor = ''; listed.length < 4; ) {
    const page = await discover({ ...found, cursor });
    listed.push(...names(page.rooms));
    cursor = page.next_cursor ?? '';
    if (cursor === '') break;
  }
  expect(listed[0]).toBe('hall one');
  expect(listed.toSorted()).toEqual(['hall one', 'hall three', 'hall two']);
  expect(names((await discover({ search: 'hall', sort: 'newest' })).rooms)[0]).toBe('hall three');
  await socket.close();
});

test('[DI7] chosen rooms are featured in order, while they are listed and have time, and rooms with people fill up', async () => {
  const [a, b, c, busy] = (await makeAll('a', 'b', 'c', 'busy')) as [string, string, string, string];
  const socket = await server.socket(busy, anna.token);
  await until('somebody is there', async () => (await discover()).featured_rooms.length === 1);
  const inAMinute = new Date(Date.now() + 60_000).toISOString();
  await admin('SetFeaturedRooms', { rooms: [{ room_id: c }, { room_id: a, ends_at: inAMinute }, { room_id: b }] });
  const feed = await discover();
  expect(names(feed.featured_rooms)).toEqual(['c', 'a', 'b', 'busy']);
  expect([feed.rooms, feed.total]).toEqual([[], 0]);
  await server.sql(`update featured_rooms set ends_at = now() - interval '1 second' where room_id = $1`, [a]);
  await server.ok({
    call: 'RoomService.UpdateRoomVisibility',
    token: anna.token,
    room: b,
    request: { visibility: 'hidden' },
  });
  const later = await discover();
  expect(names(later.featured_rooms)).toEqual(['c', 'busy']);
  expect([names(later.rooms), later.total]).toEqual([['a'], 1]);
  const { rooms } = await admin('ListFeaturedRooms', {});
  expect(rooms.map((one: { is_shown: boolean }) => one.is_shown)).toEqual([true, false, false]);
  await socket.close();
});

test('[DI8] of changes that are made at once on one version one is kept, and recorded', async () => {
  const ids = await makeAll('a', 'b', 'c', 'd');
  const { version } = await admin('ListFeaturedRooms', {});
  const answers = await Promise.all(
    ids.map((room_id) =>
      server.rest({
        call: 'AdminService.SetFeaturedRooms',
        token: root.token,
        request: { rooms: [{ room_id }], expected_version: version },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(
    new Set([undefined, 'discovery.featured_version_conflict']),
  );
  expect(await server.sql(`select 1 from audit_records where action = 'rooms.featured'`)).toHaveLength(1);
});
