import type { JsonObject } from '@bufbuild/protobuf';
import type { PlaylistItemsChange } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { pictureOf } from '@matinee/testkit/files/picture.ts';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let member: TestUser;
let keeper: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, member, keeper] = await Promise.all([
    server.signUp('owner'),
    server.signUp('member'),
    server.signUp('keeper'),
  ]);
  const { token } = await server.signIn();
  await server.ok({ call: 'AdminService.AddAdmin', token, request: { user_id: keeper.id } });
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
});
afterAll(() => server?.stop());

const ok = (call: string, by: TestUser, request: JsonObject = {}) =>
  server.ok({ call, token: by.token, room, request });
const reasonOf = async (call: string, by: TestUser, request: JsonObject) =>
  (await server.rest({ call, token: by.token, room, request })).reason;
let made = 0;
/** A completed upload of a picture that differs in each test. */
const upload = (object: string, by: TestUser, more: JsonObject = {}) => {
  const service = object === 'UserAvatar' ? 'UserService' : 'RoomService';
  return uploadFile({
    url: server.url,
    token: by.token,
    ...(service === 'RoomService' ? { room } : {}),
    bytes: pictureOf(`shown ${++made}`),
    name: 'a.png',
    type: 'image/png',
    create: `${service}.Create${object}UploadSession`,
    complete: `${service}.Complete${object}UploadSession`,
    more,
  });
};
const statusOf = async (url: string) => (await fetch(server.url + url)).status;

test('[AM12] an administrator takes away the face of somebody, whose rooms are told, and their own', async () => {
  const socket = await server.socket(room, owner.token);
  await socket.observe({ case: 'roomMembers', value: {} });
  for (const user of [member, keeper]) {
    const { avatar } = (await ok('UserService.UpdateUserAvatar', user, await upload('UserAvatar', user))).user;
    expect(await statusOf(avatar.url)).toBe(200);
    const { user: cleared } = await ok('AdminService.ClearUserAvatar', keeper, { user_id: user.id });
    expect(cleared.user.avatar).toBeUndefined();
    expect((await ok('UserService.GetProfile', user)).user.avatar).toBeUndefined();
    expect(await statusOf(avatar.url)).toBe(404);
  }
  await socket.change('roomMembers', ({ members: [one] }) => one?.userId === member.id && one.avatar !== undefined);
  await socket.change('roomMembers', ({ members: [one] }) => one?.userId === member.id && one.avatar === undefined);
  await socket.close();
});

test('[AR7] an administrator takes the cover of a room away', async () => {
  const { cover } = (await ok('RoomService.UpdateRoomCover', owner, await upload('RoomCover', owner))).room;
  expect(await statusOf(cover.url)).toBe(200);
  const cleared = await ok('AdminService.ClearRoomCover', keeper, { room_id: room });
  expect(cleared.room.room.cover).toBeUndefined();
  expect((await ok('UserService.GetRoom', owner, { room_id: room })).room.cover).toBeUndefined();
  expect(await statusOf(cover.url)).toBe(404);
});

test('[LI24] who watches a list is told of its pictures, and each is gone when it is cleared', async () => {
  const { playlist } = await ok('RoomService.CreatePlaylist', owner, { name: 'With a cover' });
  const media_id = await addMedia(server, room, owner);
  const socket = await server.socket(room, member.token);
  await socket.observe({ case: 'playlistItems', value: {} });
  const [ofPlaylist, ofMedia] = [{ playlist_id: playlist.id }, { media_id }];
  const changes = [
    { object: 'PlaylistCover', of: ofPlaylist, read: ({ playlists: [one] }: PlaylistItemsChange) => one?.cover?.url },
    { object: 'MediaCover', of: ofMedia, read: ({ media: [one] }: PlaylistItemsChange) => one?.cover?.url },
    {
      object: 'MediaThumbnail',
      of: ofMedia,
      read: ({ media: [one] }: PlaylistItemsChange) => one?.uploadedThumbnail?.url,
    },
  ];
  for (const { object, of, read } of changes) {
    await ok(`RoomService.Update${object}`, owner, { ...of, ...(await upload(object, owner, of)) });
    let url = '';
    await socket.change('playlistItems', (told) => {
      url = read(told) ?? '';
      return url !== '';
    });
    expect(await statusOf(url)).toBe(200);
    await ok(`RoomService.Clear${object}`, owner, of);
    await socket.change(
      'playlistItems',
      (told) => told.playlists.length + told.media.length > 0 && read(told) === undefined,
    );
    expect(await statusOf(url)).toBe(404);
  }
  await socket.close();
});

test('[LI24] the root, and entries of dynamic playlists, have none', async () => {
  const file = { file_name: 'a.png', mime_type: 'image/png', size_bytes: 10 };
  const media_id = await addMedia(server, room, owner);
  const [{ playlist_id }] = (await server.sql('select playlist_id from media where id = $1', [media_id])) as [
    { playlist_id: string },
  ];
  expect(await reasonOf('RoomService.CreatePlaylistCoverUploadSession', owner, { ...file, playlist_id })).toBe(
    'library.root_playlist',
  );
  await server.sql(`update media set target_hash = 'entry' where id = $1`, [media_id]);
  for (const object of ['MediaCover', 'MediaThumbnail'])
    expect(await reasonOf(`RoomService.Create${object}UploadSession`, owner, { ...file, media_id })).toBe(
      'library.dynamic_playlist',
    );
});
