import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { directUrl, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let inner: string;
beforeAll(async () => {
  server = await startTestServer();
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const { playlist } = await ok('CreatePlaylist', { name: 'Ärger im Paradies' });
  inner = playlist.id;
  await add(['Part 10', 'part 2', 'Part 1', 'Ärztin', 'Zebra', 'Äpfel 100%'], anna);
  await add(['Part 3', 'Part 2'], berta);
  await add(['Deep part', 'Deep other'], berta, inner);
  await server.sql(
    `update media set duration_seconds = n * 10 from
     (select id, row_number() over (order by id) n from media where room_id = $1) m where m.id = media.id and n % 3 = 0`,
    [room],
  );
});
afterAll(() => server?.stop());

async function ok(name: string, request: object, by = anna) {
  return server.ok({ call: `RoomService.${name}`, token: by.token, room, request: request as never });
}
function add(names: readonly string[], by: TestUser, playlist?: string) {
  const items = names.map((name) => ({ name, source: directUrl('x') }));
  return ok('AddMediaBatch', { items, ...(playlist && { playlist_id: playlist }) }, by);
}
interface Item {
  readonly id: string;
  readonly name: string;
  readonly duration_seconds?: number;
  readonly creator_username: string;
}
async function byCursor(request: object): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await ok('ListPlaylistItems', { ...request, ...(cursor && { cursor }) });
    all.push(...page.media);
    cursor = page.next_cursor;
  } while (cursor);
  return all;
}
const namesOf = (items: readonly Item[]) => items.map(({ name }) => name);

test('[LI12] names are in the order of a dictionary, numbers as numbers', async () => {
  const { media } = await ok('ListPlaylistItems', { sort: 'name' });
  expect(namesOf(media)).toEqual(['Äpfel 100%', 'Ärztin', 'Part 1', 'part 2', 'Part 2', 'Part 3', 'Part 10', 'Zebra']);
});

test('[LI12] what is of unknown length comes last, in both orders', async () => {
  for (const descending of [false, true]) {
    const lengths = (await byCursor({ sort: 'duration', descending, page_size: 3, recursive: true })).map(
      (item) => item.duration_seconds,
    );
    const known = lengths.filter((length) => length !== undefined);
    expect(lengths.slice(0, known.length)).toEqual(descending ? [90, 60, 30] : [30, 60, 90]);
  }
});

test('[LI12] a search is for text in any case, in this playlist or below it, and finds playlists too', async () => {
  const find = async (search: string, more: object = {}) => {
    const { media, playlists } = await ok('ListPlaylistItems', { search, sort: 'name', page_size: 100, ...more });
    return [...playlists.map(({ name }: Item) => `/${name}`), ...namesOf(media)];
  };
  expect(await find('PART')).toEqual(['Part 1', 'part 2', 'Part 2', 'Part 3', 'Part 10']);
  expect(await find('PART 2', { recursive: true })).toEqual(['part 2', 'Part 2']);
  expect(await find('deep', { recursive: true })).toEqual(['Deep other', 'Deep part']);
  expect(await find('deep', { recursive: true, playlist_id: inner })).toEqual(['Deep other', 'Deep part']);
  expect(await find('deep')).toEqual([]);
  expect(await find('är')).toEqual(['/Ärger im Paradies', 'Ärztin']);
  expect(await find('är', { filter: { kind: 'media' } })).toEqual(['Ärztin']);
  expect(await find('är', { filter: { kind: 'playlists' } })).toEqual(['/Ärger im Paradies']);
  expect(await find('0%')).toEqual(['Äpfel 100%']);
  expect(await find('a_')).toEqual([]);
});

test('[LI12] a search finds an episode as files write it and as pages show it', async () => {
  const files = ['Show.Name.S01E02.The.Title.mkv', 'Show Name - 1x02', '[Group] Show Name - 07 [1080p]', 'A.Film.99'];
  const { playlist } = await ok('CreatePlaylist', { name: 'Episodes' });
  for (const name of files)
    await ok('AddMedia', {
      playlist_id: playlist.id,
      name,
      source: { direct_url: { url: 'https://media.test/e.mp4' } },
    });
  const find = async (search: string) =>
    namesOf((await ok('ListPlaylistItems', { playlist_id: playlist.id, search, sort: 'position' })).media);
  expect(await find('show name')).toEqual(files.slice(0, 3));
  expect([await find('film 99'), await find('film 9 9')]).toEqual([[files[3]], []]);
  expect(await find('S01E02')).toEqual([files[0]]);
  expect(await find('Show Name · S1 E2')).toEqual([files[0], files[1]]);
  expect(await find('Show Name · S1 E2 · The Title')).toEqual([files[0]]);
  expect(await find('show name e7')).toEqual([files[2]]);
  expect(await find('Title Show')).toEqual([]);
  expect(await find('% _')).toEqual([]);
  await ok('DeletePlaylist', { playlist_id: playlist.id });
});

test('[LI12] a filter keeps what fits', async () => {
  const count = async (filter: object) => (await ok('ListPlaylistItems', { recursive: true, filter })).total;
  expect(await count({})).toBe(10);
  expect(await count({ creator_id: berta.id })).toBe(4);
  expect(await count({ provider: 'webdav' })).toBe(0);
  expect(await count({ provider: 'direct_url', availability: 'available' })).toBe(10);
  expect(await count({ availability: 'unavailable' })).toBe(0);
});

test('[LI12] [LI13] the pages of any list have every item once, in the order of the whole list', async () => {
  const sorts = fc.constantFrom('position', 'name', 'created_at', 'duration', 'creator', undefined);
  const lists = fc.record({ sort: sorts, descending: fc.boolean(), recursive: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 4 }), async (list, page_size) => {
      const whole = await ok('ListPlaylistItems', { ...list, page_size: 100 });
      const ids = (items: readonly Item[]) => items.map(({ id }) => id);
      expect(ids(await byCursor({ ...list, page_size }))).toEqual(ids(whole.media));
      const pages: Item[] = [];
      for (let page = 1; pages.length < whole.total; page++)
        pages.push(...(await ok('ListPlaylistItems', { ...list, page_size, page })).media);
      expect(ids(pages)).toEqual(ids(whole.media));
    }),
    { numRuns: 25 },
  );
});

test('[LI12] items that are added meanwhile do not shift the pages of a cursor', async () => {
  const own = await makeRoom(server, anna);
  const call = (name: string, request: object) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room: own, request: request as never });
  await call('AddMediaBatch', { items: ['b', 'd', 'f'].map((name) => ({ name, source: directUrl('x') })) });
  const first = await call('ListPlaylistItems', { sort: 'name', page_size: 2 });
  await call('AddMediaBatch', { items: ['a', 'e'].map((name) => ({ name, source: directUrl('x') })) });
  const second = await call('ListPlaylistItems', { sort: 'name', page_size: 2, cursor: first.next_cursor });
  expect(namesOf([...first.media, ...second.media])).toEqual(['b', 'd', 'e', 'f']);
  expect(second.total).toBeUndefined();
});
