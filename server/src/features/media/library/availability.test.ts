import { MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let dav: DavServer;
let root: TestUser;
let anna: TestUser;
beforeAll(async () => {
  dav = await startDavServer({ '/one.mp4': 'one' });
  server = await startTestServer();
  [root, anna] = await Promise.all([server.signIn(), server.signUp('anna')]);
});
afterAll(async () => {
  await server?.stop();
  dav?.stop();
});

const call = (room: string, name: string, request: object = {}, by = anna) =>
  server.rest({ call: `RoomService.${name}`, token: by.token, room, request: request as never });
const admin = (name: string, request: object) =>
  server.ok({ call: `AdminService.${name}`, token: root.token, request: request as never });
const availabilityOf = async (room: string, media: string) =>
  (await call(room, 'GetMedia', { media_id: media })).json.media.availability;

/** Anna's room with three items; another user added the second one. */
async function startRoom() {
  const room = await makeRoom(server, anna);
  const other = await server.signUp('other');
  await joinRoom(server, room, other);
  const first = await addMedia(server, room, anna, 'first');
  const second = await addMedia(server, room, other, 'second');
  const third = await addMedia(server, room, anna, 'third');
  return { room, other, first, second, third };
}

test.each([
  ['adder_left', (other: TestUser, room: string) => call(room, 'LeaveRoom', {}, other)],
  ['adder_left', (other: TestUser, room: string) => call(room, 'KickMember', { user_id: other.id })],
  ['adder_banned', (other: TestUser) => admin('BanUser', { user_id: other.id })],
  ['adder_deleted', (other: TestUser) => admin('DeleteUser', { user_id: other.id })],
])('[LI11] %s: an item is not available, is not started, and is passed over', async (availability, act) => {
  const { room, other, first, second, third } = await startRoom();
  expect(await availabilityOf(room, second)).toBe('available');
  await act(other, room);
  expect(await availabilityOf(room, second)).toBe(availability);
  expect((await call(room, 'StartPlayback', { media_id: second })).reason).toBe('playback.unavailable');
  await call(room, 'StartPlayback', { media_id: first });
  const { playback_state } = (await call(room, 'PlayNext')).json;
  expect(playback_state.media_id).toBe(third);
  const shown = (await call(room, 'ListPlaylistItems', { filter: { availability: 'unavailable' } })).json;
  expect(shown.media).toMatchObject([{ id: second, availability }]);
});

test('[LI11] what comes back is available again', async () => {
  const { room, other, second } = await startRoom();
  await call(room, 'LeaveRoom', {}, other);
  await joinRoom(server, room, other);
  expect(await availabilityOf(room, second)).toBe('available');
  await admin('BanUser', { user_id: other.id });
  expect(await availabilityOf(room, second)).toBe('adder_banned');
  await admin('UnbanUser', { user_id: other.id });
  expect(await availabilityOf(room, second)).toBe('available');
});

test('[LI11] what plays when its adder leaves plays on, and the next one is what follows it', async () => {
  const { room, other, second, third } = await startRoom();
  await call(room, 'StartPlayback', { media_id: second });
  await call(room, 'LeaveRoom', {}, other);
  expect((await call(room, 'GetPlayback')).json.playback).toMatchObject({ media_id: second });
  expect((await call(room, 'PlayNext')).json.playback_state.media_id).toBe(third);
});

test('[LI11] an item of an account that its owner has signed out of is not available', async () => {
  const room = await makeRoom(server, anna);
  const provider = (name: string, request: object) =>
    server.ok({ call: `WebdavProviderService.${name}`, token: anna.token, request: request as never });
  const { url, username, password } = dav;
  const login = async () => (await provider('Login', { url, username, password })).account.id;
  const sourceBy = (account_id: string) => ({ webdav: { account_id, path: '/one.mp4', is_shared: true } });
  const account_id = await login();
  const { media } = (await call(room, 'AddMedia', { source: sourceBy(account_id) })).json;
  expect(media.availability).toBe('available');
  await provider('Logout', { account_id });
  expect(await availabilityOf(room, media.id)).toBe('account_gone');
  expect((await call(room, 'StartPlayback', { media_id: media.id })).reason).toBe('playback.unavailable');
  await call(room, 'EditMedia', { media_id: media.id, source: sourceBy(await login()) });
  expect(await availabilityOf(room, media.id)).toBe('available');
});

test('[LI22] whoever has the list open is told when what somebody added becomes unavailable, and when it is back', async () => {
  const { room, other, second } = await startRoom();
  const more = await Promise.all(Array.from({ length: 21 }, (_, n) => addMedia(server, room, other, `more ${n}`)));
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'playlistItems', value: {} });
  await socket.change('playlistItems');
  /** Waits until events have told the availability of all items of the other user. */
  const told = async (availability: MediaAvailability) => {
    const open = new Set([second, ...more]);
    while (open.size > 0) {
      const { media, mediaOrder, total } = await socket.change('playlistItems');
      expect({ mediaOrder, total }).toEqual({ mediaOrder: [], total: 24 });
      for (const item of media) {
        expect(item).toMatchObject({ creatorId: other.id, availability });
        expect(open.delete(item.id)).toBe(true);
      }
    }
  };
  await call(room, 'LeaveRoom', {}, other);
  await told(MediaAvailability.ADDER_LEFT);
  await joinRoom(server, room, other);
  await told(MediaAvailability.AVAILABLE);
  await admin('BanUser', { user_id: other.id });
  await told(MediaAvailability.ADDER_BANNED);
  await admin('UnbanUser', { user_id: other.id });
  await told(MediaAvailability.AVAILABLE);
  await call(room, 'KickMember', { user_id: other.id });
  await told(MediaAvailability.ADDER_LEFT);
  await socket.close();
});

test('[LI22] an account that is forgotten is told where its items and folders are, and nowhere else', async () => {
  const room = await makeRoom(server, anna);
  const provider = (name: string, request: object) =>
    server.ok({ call: `WebdavProviderService.${name}`, token: anna.token, request: request as never });
  const { url, username, password } = dav;
  const { id: account_id } = (await provider('Login', { url, username, password })).account;
  const source = { webdav: { account_id, path: '/one.mp4', is_shared: true } };
  const { media } = (await call(room, 'AddMedia', { source })).json;
  await addMedia(server, room, anna, 'of nobody');
  const target = { provider: 'webdav', account_id, folder: '/', is_shared: true };
  const { playlist } = (await call(room, 'CreatePlaylist', { name: 'folder', target })).json;
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'playlistItems', value: {} });
  await socket.change('playlistItems');
  await provider('Logout', { account_id });
  const gone = { availability: MediaAvailability.ACCOUNT_GONE };
  expect((await socket.change('playlistItems')).media).toMatchObject([{ id: media.id, ...gone }]);
  expect((await socket.change('playlistItems')).playlists).toMatchObject([{ id: playlist.id, ...gone }]);
  await socket.close();
});
