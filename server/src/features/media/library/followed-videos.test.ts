/** Playlists that follow public lists of sites which need an API key. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  goodKey,
  playlistId,
  startYoutubeServer,
  type YoutubeServer,
} from '../../../providers/youtube/youtube.fake.ts';

let youtube: YoutubeServer;
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
beforeAll(async () => {
  youtube = await startYoutubeServer();
  server = await startTestServer({
    sites: youtube.sites,
    settings: { 'youtube.apiKey': { username: 'server', password: goodKey } },
  });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  room = await makeRoom(server, anna, { settings: { control: 'everyone' } });
  await joinRoom(server, room, berta);
});
afterAll(async () => {
  await server?.stop();
  youtube?.stop();
});

const ok = (name: string, request: object = {}, { token }: TestUser = anna) =>
  server.ok({ call: `RoomService.${name}`, token, room, request: request as never });
const follow = async (account_id: string, by: TestUser): Promise<string> => {
  const target = { provider: 'youtube', account_id, folder: `playlist/${playlistId}`, is_shared: true };
  return (await ok('CreatePlaylist', { name: 'films', target }, by)).playlist.id;
};

test('[LI16] [LI18] a list of a site is followed with the key of the server, and plays from video to video', async () => {
  const playlist_id = await follow('', anna);
  const { playlist, entries, next_cursor } = await ok('ListPlaylistItems', { playlist_id, page_size: 3 }, berta);
  expect(playlist.availability).toBe('available');
  expect(entries).toHaveLength(3);
  expect(next_cursor).toBeDefined();
  expect((await fetch(server.url + entries[0].thumbnail)).headers.get('content-type')).toBe('image/jpeg');
  const { playback_state } = await ok('StartPlayback', { target: entries[0].target }, berta);
  expect(playback_state).toMatchObject({ target_hash: entries[0].target_hash, playlist_id });
  expect((await ok('GetUpNext')).up_next.items[0]).toMatchObject({ name: entries[1].name });
  const next = (await ok('PlayNext', {}, berta)).playback_state;
  expect(next.target_hash).toBe(entries[1].target_hash);
});

test('[LI16] [LI18] with a key of one’s own, the videos go on playing when the key is gone', async () => {
  const bind = { call: 'YoutubeProviderService.Bind', token: berta.token, request: { api_key: goodKey } };
  const { account } = await server.ok(bind);
  const playlist_id = await follow(account.id, berta);
  const { entries } = await ok('ListPlaylistItems', { playlist_id });
  await ok('StartPlayback', { target: entries[0].target });
  expect((await ok('PlayNext')).playback_state.target_hash).toBe(entries[1].target_hash);
  const unbind = { call: 'YoutubeProviderService.Unbind', token: berta.token, request: { account_id: account.id } };
  await server.ok(unbind);
  expect((await ok('GetPlaylist', { playlist_id })).playlist.availability).toBe('account_gone');
  expect((await ok('GetPlayback')).playback.playback_infos).toBeDefined();
});
