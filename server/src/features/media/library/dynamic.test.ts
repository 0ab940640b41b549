import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let dav: DavServer;
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let account: string;
const files = Object.fromEntries(
  ['/films/a/1.mp4', '/films/a/2.mp4', '/films/a/10.mp4', '/films/b/x.mp4', '/secret/s.mp4'].map((path) => [path, 'x']),
);
beforeAll(async () => {
  dav = await startDavServer(files);
  server = await startTestServer();
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  room = await makeRoom(server, anna, { settings: { control: 'everyone' } });
  await joinRoom(server, room, berta);
  account = await signIn(anna);
});
afterAll(async () => {
  await server?.stop();
  dav?.stop();
});

async function signIn({ token }: TestUser): Promise<string> {
  const { url, username, password } = dav;
  const request = { url, username, password };
  return (await server.ok({ call: 'WebdavProviderService.Login', token, request })).account.id;
}
const rest = (name: string, request: object = {}, by = anna, at = room) =>
  server.rest({ call: `RoomService.${name}`, token: by.token, room: at, request: request as never });
const ok = async (name: string, request: object = {}, by = anna) => {
  const answer = await rest(name, request, by);
  if (answer.status !== 200) throw new Error(`${name}: ${answer.reason} ${answer.message}`);
  return answer.json;
};
const targetOf = (folder: string, more: object = {}) => ({
  provider: 'webdav',
  account_id: account,
  folder,
  is_shared: true,
  ...more,
});
const create = async (folder: string, more: object = {}, by = anna): Promise<string> =>
  (await ok('CreatePlaylist', { name: folder, target: targetOf(folder, more) }, by)).playlist.id;
interface Entry {
  readonly name: string;
  readonly folder?: string;
  readonly target?: string;
  readonly target_hash?: string;
}
const entriesOf = async (playlist_id: string, more: object = {}, by = anna): Promise<Entry[]> =>
  (await ok('ListPlaylistItems', { playlist_id, page_size: 100, ...more }, by)).entries;
const named = (entries: readonly Entry[], name: string) => entries.find((entry) => entry.name === name)!;

test('[LI16] a dynamic playlist lists a folder as it is, page by page, also what is below it', async () => {
  const playlist = await create('/films');
  const top = await entriesOf(playlist, {}, berta);
  expect(top).toMatchObject([{ name: 'a' }, { name: 'b' }]);
  const { folder } = named(top, 'a');
  const inside = await ok('ListPlaylistItems', { playlist_id: playlist, folder, page_size: 2 }, berta);
  expect(inside).toMatchObject({
    playlist: {
      id: playlist,
      item_count: 0,
      availability: 'available',
      target: { provider: 'webdav', folder: '/films' },
    },
    entries: [{ name: '1.mp4', format: 'file' }, { name: '2.mp4' }],
    path: [{ name: 'a' }],
    playlists: [],
    media: [],
  });
  const rest = await ok('ListPlaylistItems', {
    playlist_id: playlist,
    folder,
    page_size: 2,
    cursor: inside.next_cursor,
  });
  expect(rest.entries).toMatchObject([{ name: '10.mp4' }]);
  expect(rest.next_cursor).toBeUndefined();
});

test('[LI16] refreshing shows at once what is new', async () => {
  const playlist = await create('/films/b');
  expect(await entriesOf(playlist)).toHaveLength(1);
  files['/films/b/new.mp4'] = 'x';
  expect(await entriesOf(playlist)).toHaveLength(1);
  expect(await entriesOf(playlist, { refresh: true })).toHaveLength(2);
});

test('[LI16] a folder is looked at before there is a playlist, and only with an account of one’s own', async () => {
  const preview = targetOf('/films/a');
  const entries = await entriesOf('', { playlist_id: undefined, preview });
  expect(entries.map(({ name }) => name)).toEqual(['1.mp4', '2.mp4', '10.mp4']);
  expect(entries.some((entry) => entry.target !== undefined)).toBe(false);
  expect((await rest('ListPlaylistItems', { preview }, berta)).reason).toBe('library.invalid_url');
  const made = await rest('CreatePlaylist', { name: 'hers', target: preview }, berta);
  expect(made.reason).toBe('library.invalid_url');
});

test('[LI16] it takes nothing else, and no other order', async () => {
  const playlist_id = await create('/films/a');
  const source = { direct_url: { url: 'https://media.example.org/x.mp4' } };
  expect((await rest('AddMedia', { playlist_id, source })).reason).toBe('library.dynamic_playlist');
  expect((await rest('CreatePlaylist', { parent_id: playlist_id, name: 'in it' })).reason).toBe(
    'library.dynamic_playlist',
  );
  for (const more of [{ sort: 'name' }, { page: 2 }, { recursive: true }, { filter: { kind: 'media' } }])
    expect((await rest('ListPlaylistItems', { playlist_id, ...more })).reason).toBe('library.not_for_dynamic');
  expect((await rest('ListPlaylistItems', { playlist_id, search: '10' })).reason).toBe('providers.cannot_search');
  const own = (await ok('CreatePlaylist', { name: 'own' })).playlist.id;
  const target = targetOf('/films/a');
  expect((await rest('UpdatePlaylist', { playlist_id: own, target })).reason).toBe('library.not_dynamic');
});

test('[LI16] [PV60] what its maker does not share, others neither see nor play', async () => {
  const playlist = await create('/films/a', { is_shared: false });
  const [first] = await entriesOf(playlist);
  expect((await rest('ListPlaylistItems', { playlist_id: playlist }, berta)).reason).toBe(
    'providers.account_not_shared',
  );
  expect((await rest('StartPlayback', { target: first!.target }, berta)).reason).toBe('providers.account_not_shared');
  await ok('StartPlayback', { target: first!.target, paused: true });
  expect((await rest('GetPlayback', {}, berta)).reason).toBe('providers.account_not_shared');
  const target = targetOf('/films', { account_id: await signIn(berta) });
  expect((await rest('UpdatePlaylist', { playlist_id: playlist, target }, berta)).reason).toBe('library.not_own');
  await ok('StopPlayback');
});

test('[LI17] folders and entries cannot be made up, nor used elsewhere', async () => {
  const [playlist, other] = [await create('/films'), await create('/films')];
  const { folder } = named(await entriesOf(playlist), 'a');
  const invalid = async (request: object) =>
    (await rest('ListPlaylistItems', { playlist_id: playlist, ...request })).reason;
  expect(await invalid({ folder: '/secret' })).toBe('library.invalid_target');
  expect(await invalid({ folder: '/films/../secret' })).toBe('library.invalid_target');
  expect(await invalid({ folder, playlist_id: other })).toBe('library.invalid_target');
  expect(await invalid({ folder: `${folder}x` })).toBe('library.invalid_target');
  const { target } = named(await entriesOf(playlist, { folder }), '1.mp4');
  const otherRoom = await makeRoom(server, anna);
  expect((await rest('StartPlayback', { target }, anna, otherRoom)).reason).toBe('library.invalid_target');
  expect((await rest('StartPlayback', { target: 'made up' })).reason).toBe('library.invalid_target');
  await ok('UpdatePlaylist', { playlist_id: playlist, target: targetOf('/films/b') });
  expect((await rest('StartPlayback', { target })).reason).toBe('library.invalid_target');
  expect(await invalid({ folder })).toBe('library.invalid_target');
});

test('[CH5] a message that is sent while an entry plays names the entry, and what starts it again', async () => {
  const at = await makeRoom(server, anna);
  const { playlist } = (await rest('CreatePlaylist', { name: 'films', target: targetOf('/films/a') }, anna, at)).json;
  const send = async (content: string) =>
    (await rest('SendChatMessage', { client_message_id: content, content }, anna, at)).json.message;
  expect(await send('before')).not.toHaveProperty('playback_target');
  const { entries } = (await rest('ListPlaylistItems', { playlist_id: playlist.id }, anna, at)).json;
  const { target, target_hash } = named(entries, '2.mp4');
  await rest('StartPlayback', { target, position_seconds: 0, paused: true }, anna, at);
  const { id } = await send('while');
  await rest('StopPlayback', {}, anna, at);
  expect(await send('after')).not.toHaveProperty('playback_target');
  const { messages } = (await rest('GetChatHistory', {}, anna, at)).json;
  const kept = messages.find((message: { id: string }) => message.id === id);
  expect(kept).toMatchObject({ playback_target_hash: target_hash, playback_playlist_id: playlist.id });
  const again = (await rest('StartPlayback', { target: kept.playback_target, paused: true }, anna, at)).json;
  expect(again.playback_state).toMatchObject({ media_name: '2.mp4', media_id: kept.playback_media_id });
});

test('[LI18] an entry is played by its target, and next, previous and up next follow its folder', async () => {
  const playlist = await create('/films');
  const { folder } = named(await entriesOf(playlist), 'a');
  const entries = await entriesOf(playlist, { folder }, berta);
  const [first, second, third] = entries;
  const started = await ok('StartPlayback', { target: first!.target }, berta);
  expect(started.playback_state).toMatchObject({
    media_name: '1.mp4',
    playlist_id: playlist,
    target_hash: first!.target_hash,
  });
  const { playback } = await ok('GetPlayback', {}, berta);
  expect(playback).toMatchObject({ provider: 'webdav', target: first!.target, target_hash: first!.target_hash });
  const film = await fetch(server.url + playback.playback_infos.proxied.medias[0].url);
  expect(film.status).toBe(200);
  const { up_next } = await ok('GetUpNext', {}, berta);
  expect(up_next.items).toMatchObject([
    { name: '2.mp4', target: second!.target },
    { name: '10.mp4', target_hash: third!.target_hash },
  ]);
  const next = (await ok('PlayNext', {}, berta)).playback_state;
  expect(next).toMatchObject({ media_name: '2.mp4', target_hash: second!.target_hash });
  const back = (await ok('PlayPrevious', {}, berta)).playback_state;
  expect(back.media_id).toBe(started.playback_state.media_id);
  expect((await rest('PlayPrevious', {}, berta)).reason).toBe('playback.no_previous');
  expect((await ok('ListPlaylistItems', { recursive: true, search: '1.mp4' })).media).toEqual([]);
  expect((await ok('GetPlaylist', { playlist_id: playlist })).playlist.item_count).toBe(0);
  await ok('DeletePlaylist', { playlist_id: playlist });
  expect((await ok('GetPlayback')).playback_state.media_id).toBeUndefined();
});

test('[LI11] [LI16] when its maker signs out, the playlist says so and nothing of it plays', async () => {
  const own = await makeRoom(server, anna);
  const id = await signIn(berta);
  await joinRoom(server, own, berta);
  const at = (name: string, request: object, by = berta) => rest(name, request, by, own);
  const target = targetOf('/films/a', { account_id: id });
  const playlist_id = (await at('CreatePlaylist', { name: 'hers', target })).json.playlist.id;
  const { entries } = (await at('ListPlaylistItems', { playlist_id })).json;
  await at('StartPlayback', { target: entries[0].target }, anna);
  await server.ok({ call: 'WebdavProviderService.Logout', token: berta.token, request: { account_id: id } });
  expect((await at('GetPlaylist', { playlist_id })).json.playlist.availability).toBe('account_gone');
  expect((await at('ListPlaylistItems', { playlist_id })).reason).toBe('providers.account_gone');
  expect((await at('StartPlayback', { target: entries[1].target }, anna)).reason).toBe('playback.unavailable');
  expect((await at('PlayNext', {}, anna)).reason).toBe('providers.account_gone');
});
