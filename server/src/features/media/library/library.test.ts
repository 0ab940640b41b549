import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, directUrl, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});
afterAll(() => server?.stop());

const call = (name: string, request: object, by = anna, at = room) =>
  server.rest({ call: `RoomService.${name}`, token: by.token, room: at, request: request as never });
const items = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `item ${i}`, source: directUrl('x') }));
const namesIn = async (playlist: string | undefined, at = room): Promise<string[]> => {
  const { json } = await call(
    'ListPlaylistItems',
    { ...(playlist && { playlist_id: playlist }), page_size: 100 },
    anna,
    at,
  );
  return json.media.map((media: { name: string }) => media.name);
};
const makePlaylist = async (name: string, by = anna, parent?: string): Promise<string> =>
  (await call('CreatePlaylist', { name, ...(parent && { parent_id: parent }) }, by)).json.playlist.id;

test('[LI1] batches that come at once stay whole and in order, one behind the other', async () => {
  const playlist = await makePlaylist('batches');
  const batch = (name: string) =>
    Array.from({ length: 10 }, (_, i) => ({ name: `${name}${i}`, source: directUrl('x') }));
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => call('AddMediaBatch', { playlist_id: playlist, items: batch(name) })),
  );
  const names = await namesIn(playlist);
  expect(names.length).toBe(40);
  for (let start = 0; start < 40; start += 10) {
    expect(names.slice(start, start + 10)).toEqual(batch(names[start]![0]!).map(({ name }) => name));
  }
});

test('[LI3] a playlist never gets more than 1 000 items, also when many are added at once', async () => {
  const playlist = await makePlaylist('full');
  for (let n = 0; n < 9; n++) await call('AddMediaBatch', { playlist_id: playlist, items: items(100) });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('AddMediaBatch', { playlist_id: playlist, items: items(15) })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(6);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'library.playlist_full']));
  await call('AddMediaBatch', { playlist_id: playlist, items: items(10) });
  expect((await call('AddMedia', { playlist_id: playlist, source: directUrl('x') })).reason).toBe(
    'library.playlist_full',
  );
  const media = await addMedia(server, room, anna);
  expect((await call('MoveMedia', { media_id: media, playlist_id: playlist })).reason).toBe('library.playlist_full');
  expect((await call('GetPlaylist', { playlist_id: playlist })).json.playlist.item_count).toBe(1_000);
});

test('[LI25] the number of items is right after any changes', async () => {
  const own = await makeRoom(server, anna);
  const make = async (name: string, parent_id?: string) =>
    (await call('CreatePlaylist', { name, ...(parent_id && { parent_id }) }, anna, own)).json.playlist.id as string;
  const [films, songs] = [await make('films'), await make('songs')];
  const below = await make('below', films);
  const add = (playlist_id: string, count: number) =>
    call('AddMediaBatch', { playlist_id, items: items(count) }, anna, own);
  await add(films, 7);
  await add(below, 5);
  const media_id = (await add(songs, 4)).json.media[0].id;
  await call('MoveMedia', { media_id, playlist_id: films }, anna, own);
  await call('MoveMedia', { media_id }, anna, own);
  await call('DeleteMedia', { media_id }, anna, own);
  await call('DeletePlaylist', { playlist_id: below }, anna, own);
  await call('ClearPlaylist', { playlist_id: songs }, anna, own);
  await add(songs, 2);
  const playlists = await server.sql(
    `select name, item_count, (select count(*)::int from media where playlist_id = p.id and target_hash is null) as items
     from playlists p where room_id = $1 and name in ('films', 'songs') order by name`,
    [own],
  );
  expect(playlists).toEqual([
    { name: 'films', item_count: 7, items: 7 },
    { name: 'songs', item_count: 2, items: 2 },
  ]);
});

test('a room has 200 playlists at most, also when they are made at once', async () => {
  const own = await makeRoom(server, anna);
  await server.sql(
    `insert into playlists (id, room_id, parent_id, name, creator_id, position, created_at)
     select 'pl_filler' || n, $1, replace($1, 'room_', 'pl_'), 'filler', $2, n, now() from generate_series(1, 194) n`,
    [own, anna.id],
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call('CreatePlaylist', { name: `one ${i}`, parent_id: `pl_filler${i + 1}` }, anna, own),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(5);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'library.too_many_playlists']));
});

test("[LI4] a playlist of one's own with somebody else's in it is not deleted without delete_media", async () => {
  const mine = await makePlaylist('of berta', berta);
  const theirs = await makePlaylist('of anna', anna, mine);
  expect((await call('DeletePlaylist', { playlist_id: mine }, berta)).reason).toBe('library.not_own');
  expect((await call('DeleteEntries', { playlist_ids: [mine] }, berta)).reason).toBe('library.not_own');
  expect((await call('GetPlaylist', { playlist_id: theirs })).status).toBe(200);
  expect((await call('DeletePlaylist', { playlist_id: mine }, anna)).status).toBe(200);
});

test('[LI5] of ten edits made on one version, one is taken', async () => {
  const media = await addMedia(server, room, anna);
  const playlist = await makePlaylist('versions');
  const edits = await Promise.all(
    Array.from({ length: 10 }, (_, i) => call('EditMedia', { media_id: media, name: `n${i}`, expected_version: 1 })),
  );
  const renames = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      call('UpdatePlaylist', { playlist_id: playlist, name: `n${i}`, expected_version: 1 }),
    ),
  );
  for (const answers of [edits, renames]) {
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'library.version_conflict']));
  }
});

test('[LI6] any moves end in the order that a list would have', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(5))), { minLength: 1, maxLength: 12 }),
      async (moves) => {
        const playlist = await makePlaylist('moves');
        const { json } = await call('AddMediaBatch', { playlist_id: playlist, items: items(6) });
        const ids: string[] = json.media.map((media: { id: string }) => media.id);
        let model = [...ids];
        for (const [at, after] of moves) {
          const [moved, anchor] = [ids[at]!, after === null ? undefined : ids[after]!];
          if (moved === anchor) continue;
          await server.ok({
            call: 'RoomService.MoveMedia',
            token: anna.token,
            room,
            request: { media_id: moved, ...(anchor && { after_id: anchor }) },
          });
          const rest = model.filter((id) => id !== moved);
          model = rest.toSpliced(anchor === undefined ? 0 : rest.indexOf(anchor) + 1, 0, moved);
        }
        const listed = (await call('ListPlaylistItems', { playlist_id: playlist })).json.media.map(
          (media: { id: string }) => media.id,
        );
        await call('DeletePlaylist', { playlist_id: playlist });
        expect(listed).toEqual(model);
      },
    ),
    { numRuns: 8 },
  );
});

test('[LI6] the same gap can be used again and again', async () => {
  const playlist = await makePlaylist('gap');
  const { json } = await call('AddMediaBatch', { playlist_id: playlist, items: items(3) });
  const [first, b, c] = json.media.map((media: { id: string }) => media.id);
  for (let n = 0; n < 70; n++) {
    await server.ok({
      call: 'RoomService.MoveMedia',
      token: anna.token,
      room,
      request: { media_id: n % 2 ? b : c, after_id: first },
    });
  }
  const order = (await call('ListPlaylistItems', { playlist_id: playlist })).json.media.map(
    (media: { id: string }) => media.id,
  );
  expect(order).toEqual([first, b, c]);
});

test('[LI7] two playlists that are moved into each other at once do not vanish in a circle', async () => {
  for (let n = 0; n < 5; n++) {
    const [a, b] = [await makePlaylist('a'), await makePlaylist('b')];
    const [belowA, belowB] = [await makePlaylist('below a', anna, a), await makePlaylist('below b', anna, b)];
    const answers = await Promise.all([
      call('MovePlaylist', { playlist_id: a, parent_id: belowB }),
      call('MovePlaylist', { playlist_id: b, parent_id: belowA }),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    await call('DeletePlaylist', { playlist_id: answers[0].status === 200 ? b : a });
  }
  const lost = await server.sql(
    `with recursive reached as (
      select id from playlists where room_id = $1 and parent_id is null
      union select p.id from playlists p join reached r on p.parent_id = r.id
    ) select id from playlists where room_id = $1 and id not in (select id from reached)`,
    [room],
  );
  expect(lost).toEqual([]);
});

test('[LI8] what is deleted at once by two is deleted once', async () => {
  const ids = await Promise.all([addMedia(server, room, anna), addMedia(server, room, anna)]);
  const answers = await Promise.all([
    call('DeleteEntries', { media_ids: ids }),
    call('DeleteEntries', { media_ids: ids }),
  ]);
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.map(({ reason }) => reason)).toContain('library.media_not_found');
});

test('[LI8] playlists inside one another are deleted once, with all that is in them', async () => {
  const outer = await makePlaylist('outer');
  const inner = await makePlaylist('inner', anna, outer);
  await call('AddMediaBatch', { playlist_id: inner, items: items(3) });
  const { json } = await call('DeleteEntries', { playlist_ids: [outer, inner] });
  expect(json.deleted_count).toBe(5);
  expect((await call('GetPlaylist', { playlist_id: inner })).reason).toBe('library.playlist_not_found');
});

test('those who look at a playlist see it change', async () => {
  const playlist = await makePlaylist('watched');
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'playlistItems', value: { playlistId: playlist } });
  await socket.change('playlistItems', (_, { snapshot }) => snapshot);
  const { json } = await call('AddMediaBatch', { playlist_id: playlist, items: items(2) });
  expect(await socket.change('playlistItems')).toMatchObject({
    total: 2,
    media: [{ name: 'item 0' }, { name: 'item 1' }],
  });
  await call('DeleteMedia', { media_id: json.media[0].id });
  expect(await socket.change('playlistItems')).toMatchObject({ total: 1, deletedIds: [json.media[0].id] });
  await socket.close();
});

test('[LI9] clearing takes out media and playlists at any depth, and what plays from them stops', async () => {
  const outer = await makePlaylist('outer');
  const inner = await makePlaylist('inner', berta, outer);
  const innermost = await makePlaylist('innermost', berta, inner);
  const beside = await makePlaylist('beside');
  for (const playlist_id of [outer, inner, innermost, beside])
    await call('AddMediaBatch', { playlist_id, items: items(2) }, berta);
  const [playing] = (await call('ListPlaylistItems', { playlist_id: innermost })).json.media;
  await call('StartPlayback', { media_id: playing.id });
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'playlistItems', value: { playlistId: outer } });
  const { json } = await call('ClearPlaylist', { playlist_id: outer });
  expect(json).toEqual({ deleted_count: 8 });
  const left = await call('ListPlaylistItems', { playlist_id: outer });
  expect(left.json).toMatchObject({ playlist: { item_count: 0 }, playlists: [], media: [] });
  for (const gone of [inner, innermost])
    expect((await call('GetPlaylist', { playlist_id: gone })).reason).toBe('library.playlist_not_found');
  expect((await call('GetPlaylist', { playlist_id: beside })).json.playlist.item_count).toBe(2);
  expect((await call('GetPlayback', {})).json.playback_state).not.toHaveProperty('media_id');
  const told = await socket.change('playlistItems', ({ deletedIds }) => deletedIds.includes(inner));
  expect(told).toMatchObject({ playlistId: outer });
  await socket.close();
});

test('[LI10] names are kept without the blanks around them', async () => {
  const playlist = await makePlaylist('  Series ');
  const media = await addMedia(server, room, anna);
  expect((await call('GetPlaylist', { playlist_id: playlist })).json.playlist.name).toBe('Series');
  expect((await call('UpdatePlaylist', { playlist_id: playlist, name: ' New ' })).json.playlist.name).toBe('New');
  expect((await call('EditMedia', { media_id: media, name: ' Film ' })).json.media.name).toBe('Film');
});
