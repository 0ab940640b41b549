/** Pictures of past and upcoming items, on a whole Matinee server. */
import { pictureOf } from '@matinee/testkit/files/picture.ts';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeEmby, startFakeEmby } from '../../../providers/emby/emby.fake.ts';

let server: TestServer;
let emby: FakeEmby;
beforeAll(async () => {
  [server, emby] = await Promise.all([startTestServer(), startFakeEmby()]);
});
afterAll(async () => {
  emby?.stop();
  await server?.stop();
});

test('[PH9] [PB23] what was played and what comes next have the pictures of their items', async () => {
  const anna = await server.signUp('anna');
  const { token } = anna;
  const { url, username, password } = emby;
  const login = { call: 'EmbyProviderService.Login', token, request: { url, username, password } };
  const { account } = await server.ok(login);
  const room = await makeRoom(server, anna);
  const call = (name: string, request: object = {}) =>
    server.ok({ call: `RoomService.${name}`, token, room, request: request as never });
  const add = async (source: object) => (await call('AddMedia', { name: 'film', source })).media;
  const film = (item_id: string) => ({ emby: { account_id: account.id, item_id } });
  const [first, second] = [await add(film('m1')), await add(film('m0'))];
  const plain = await add({ direct_url: { url: 'https://films.example.org/a.mp4' } });
  expect(first.thumbnail).toMatch(/\/thumbnail$/);
  await call('StartPlayback', { media_id: first.id });
  const { up_next: next } = await call('GetUpNext');
  const upcoming = next.items.map((one: { media_id: string; thumbnail: string }) => [one.media_id, one.thumbnail]);
  expect(upcoming.slice(0, 2)).toEqual([
    [second.id, second.thumbnail],
    [plain.id, ''],
  ]);
  await call('StartPlayback', { media_id: plain.id });
  const { entries } = await call('ListPlaybackHistory');
  expect(entries.map((entry: { thumbnail: string }) => entry.thumbnail)).toEqual(['', first.thumbnail]);
  await call('DeleteMedia', { media_id: first.id });
  expect((await call('ListPlaybackHistory')).entries[1]).toMatchObject({ thumbnail: '', availability: 'deleted' });
});

test('[PH9] what somebody uploaded for an item stands beside its entries, also where they begin', async () => {
  const { token } = await server.signUp('anna');
  const room = await makeRoom(server, { token } as never);
  const call = (name: string, request: object = {}) =>
    server.ok({ call: `RoomService.${name}`, token, room, request: request as never });
  const source = { direct_url: { url: 'https://films.example.org/a.mp4' } };
  const { media } = await call('AddMedia', { name: 'film', source });
  const { cover_reference } = await uploadFile({
    url: server.url,
    token,
    room,
    bytes: pictureOf('cover of the history', 320, 180),
    name: 'cover.png',
    type: 'image/png',
    create: 'RoomService.CreateMediaCoverUploadSession',
    complete: 'RoomService.CompleteMediaCoverUploadSession',
    more: { media_id: media.id },
  });
  await call('UpdateMediaCover', { media_id: media.id, cover_reference: { id: cover_reference.id } });
  const socket = await server.socket(room, token);
  await socket.observe({ case: 'playbackHistory', value: {} });
  await call('StartPlayback', { media_id: media.id });
  const begun = await socket.change('playbackHistory', ({ entries }) => entries.length > 0);
  await socket.close();
  const { entries } = await call('ListPlaybackHistory');
  expect(entries[0].cover).toMatchObject({ mime_type: 'image/png', width: 320 });
  expect(begun.entries[0]!.cover).toMatchObject({ url: entries[0].cover.url });
});
