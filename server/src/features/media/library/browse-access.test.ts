import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { directUrl, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let maker: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, maker] = await Promise.all([server.signUp('owner'), server.signUp('maker')]);
  room = await makeRoom(server, owner);
  await joinRoom(server, room, maker);
});
afterAll(() => server?.stop());

const call = (name: string, request: object, by: TestUser) =>
  server.rest({ call: `RoomService.${name}`, token: by.token, room, request: request as never });
const make = async (name: string, more: object = {}) =>
  (await call('CreatePlaylist', { name, ...more }, maker)).json.playlist.id;
const add = async (playlist_id: string, name: string) =>
  (await call('AddMedia', { playlist_id, name, source: directUrl('x') }, maker)).json.media.id;

test('[LI14] only its maker looks into a playlist of their own, and below it', async () => {
  const secret = await make('Surprise', { browse_access: 'creator' });
  const below = await make('Second half', { parent_id: secret });
  const media = await add(below, 'surprise film');
  const refused = async (request: object) => (await call('ListPlaylistItems', request, owner)).reason;
  expect(await refused({ playlist_id: secret })).toBe('library.not_browsable');
  expect(await refused({ playlist_id: below })).toBe('library.not_browsable');
  expect((await call('GetMedia', { media_id: media }, owner)).reason).toBe('library.not_browsable');
  const found = (by: TestUser) => call('ListPlaylistItems', { recursive: true, search: 'surprise' }, by);
  expect((await found(owner)).json).toMatchObject({ media: [], playlists: [{ id: secret }], total: 0 });
  expect((await found(maker)).json.media).toMatchObject([{ id: media }]);
  const shown = (await call('ListPlaylists', {}, owner)).json.playlists.map(({ id }: { id: string }) => id);
  expect(shown).toContain(secret);
  expect(shown).not.toContain(below);
  expect((await call('ListPlaylistItems', { playlist_id: below }, maker)).json.media).toMatchObject([{ id: media }]);
});

test('[LI14] who observes it is told that something changes, and not what', async () => {
  const secret = await make('Quiet', { browse_access: 'creator' });
  await add(secret, 'before');
  const socket = await server.socket(room, owner.token);
  await socket.observe({ case: 'playlistItems', value: { playlistId: secret } });
  expect(await socket.change('playlistItems')).toMatchObject({ media: [], total: 1 });
  await add(secret, 'after');
  expect(await socket.change('playlistItems')).toMatchObject({ media: [], deletedIds: [], total: 2 });
  await socket.close();
});

test('[LI14] only its maker opens it', async () => {
  const secret = await make('Mine', { browse_access: 'creator' });
  const open = { playlist_id: secret, browse_access: 'members' };
  expect((await call('UpdatePlaylist', open, owner)).reason).toBe('library.not_own');
  expect((await call('UpdatePlaylist', open, maker)).json.playlist).toMatchObject({ name: 'Mine', version: 2 });
  expect((await call('ListPlaylistItems', { playlist_id: secret }, owner)).status).toBe(200);
});

test('[LI15] what somebody else has changed meanwhile is neither moved nor deleted', async () => {
  const playlist_id = await make('Versions');
  const media_id = await add(playlist_id, 'one');
  await call('EditMedia', { media_id, name: 'two' }, maker);
  const old = { expected_version: 1 };
  expect((await call('MoveMedia', { media_id, ...old }, owner)).reason).toBe('library.version_conflict');
  expect((await call('DeleteMedia', { media_id, ...old }, maker)).reason).toBe('library.version_conflict');
  await call('UpdatePlaylist', { playlist_id, name: 'Newer' }, maker);
  expect((await call('MovePlaylist', { playlist_id, ...old }, owner)).reason).toBe('library.version_conflict');
  expect((await call('DeletePlaylist', { playlist_id, ...old }, maker)).reason).toBe('library.version_conflict');
  expect((await call('DeleteMedia', { media_id, expected_version: 2 }, maker)).status).toBe(200);
});

test('[LI15] a bulk deletion names 100 at most, of both kinds together', async () => {
  const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}_${i}`);
  const request = { media_ids: ids('med', 60), playlist_ids: ids('pl', 41) };
  expect((await call('DeleteEntries', request, maker)).reason).toBe('call.invalid_request');
  expect((await call('DeleteEntries', { ...request, playlist_ids: ids('pl', 40) }, maker)).reason).toBe(
    'library.media_not_found',
  );
});
