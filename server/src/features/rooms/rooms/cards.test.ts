import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let host: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [host, stranger] = [await server.signUp('host'), await server.signUp('stranger')];
});
afterAll(() => server?.stop());

const cardOf = async (room: string, token?: string) =>
  (await server.ok({ call: 'UserService.GetRoomDiscovery', token, request: { room_id: room } })).room;

const setUser = async (user: Readonly<Record<string, boolean>>) => {
  const { token } = await server.signIn();
  const updateMask = Object.keys(user).map((key) => `user.${key}`);
  await server.ok({
    call: 'AdminService.UpdateSettings',
    token,
    request: { settings: { user }, updateMask: updateMask.join(',') },
  });
};

/** A room of the host with a film that is paused at 754 s. */
async function showFilm(request: object): Promise<string> {
  const room = await makeRoom(server, host, request);
  const media = await addMedia(server, room, host, 'Film');
  await server.ok({ call: 'RoomService.StartPlayback', token: host.token, room, request: { media_id: media } });
  const still = { position_seconds: 754, is_playing: false };
  await server.ok({ call: 'RoomService.UpdatePlaybackState', token: host.token, room, request: still });
  return room;
}

test('[RO25] a card shows the picture of what plays to those whom it tells the name, unless it stands in a playlist of its creator alone', async () => {
  const open = await showFilm({ visibility: 'public' });
  const locked = await showFilm({ visibility: 'public', password: 'open sesame' });
  const { key, ...picture } = { key: 'k'.repeat(22), mimeType: 'image/webp', width: 640, height: 360, thumbhash: '' };
  const artwork = { ...picture, key, id: 'file_of_a_film', kind: 'media_artwork', frames: 1 };
  await server.sql('update media set artwork = $1 where room_id = any($2)', [artwork, [open, locked]]);
  const pictures = async () => {
    const found: (string | undefined)[] = [];
    for (const token of [host.token, stranger.token, undefined])
      for (const room of [open, locked]) found.push((await cardOf(room, token)).now_playing_picture?.url);
    return found;
  };
  const url = expect.stringMatching(/artwork-objects.*token=k+/);
  expect(await pictures()).toEqual([url, url, url, undefined, url, undefined]);
  const listed = await server.ok({ call: 'UserService.DiscoverRooms', request: {} });
  const shown = listed.rooms.filter((one: { now_playing_picture?: object }) => one.now_playing_picture);
  expect(shown.map(({ room }: { room: { id: string } }) => room.id)).toEqual([open]);
  await server.sql(`update playlists set browse_access = 2 where room_id = any($1)`, [[open, locked]]);
  expect(await pictures()).toEqual(Array(6).fill(undefined));
  expect((await cardOf(open)).now_playing).toBe('Film');
});

test('[RO9] [RO19] the card of a hidden room tells what plays and who is there to those who are in with one press', async () => {
  const hidden = { visibility: 'hidden' };
  const rooms = {
    open: await showFilm(hidden),
    locked: await showFilm({ ...hidden, password: 'open sesame' }),
    invited: await showFilm({ ...hidden, settings: { automatic_join: false } }),
    full: await showFilm({ ...hidden, settings: { max_members: 1 } }),
  };
  const sockets = await Promise.all(Object.values(rooms).map((room) => server.socket(room, host.token)));
  const told = async (token?: string) => {
    const names: string[] = [];
    for (const [name, room] of Object.entries(rooms)) {
      const { now_playing, progress, online_members } = await cardOf(room, token);
      expect([progress !== undefined, online_members.length > 0]).toEqual(Array(2).fill(now_playing === 'Film'));
      if (now_playing !== undefined) names.push(name);
    }
    return names;
  };
  await until('the host is seen', async () => (await cardOf(rooms.open, host.token)).online_members.length === 1);
  expect(await told(host.token)).toEqual(Object.keys(rooms));
  expect(await told(stranger.token)).toEqual(['open']);
  expect(await told()).toEqual([]);
  await setUser({ enableInstantSignup: true });
  expect(await told()).toEqual(['open']);
  await setUser({ instantSignupNeedReview: true });
  expect(await told()).toEqual([]);
  await setUser({ enableInstantSignup: false, instantSignupNeedReview: false });
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('[RO18] the card says how far the film is, to whom it says what plays', async () => {
  const [open, locked, hidden] = await Promise.all([
    showFilm({ visibility: 'public' }),
    showFilm({ visibility: 'public', password: 'open sesame' }),
    showFilm({ visibility: 'hidden' }),
  ]);
  expect((await cardOf(open)).progress).toEqual({ position_seconds: 754, speed: 0, live: false });
  for (const room of [locked, hidden]) {
    expect(await cardOf(room)).not.toHaveProperty('progress');
    expect((await cardOf(room, host.token)).progress).toMatchObject({ position_seconds: 754 });
  }
  const moving = { is_playing: true, speed: 2 };
  await server.ok({ call: 'RoomService.UpdatePlaybackState', token: host.token, room: open, request: moving });
  expect((await cardOf(open, stranger.token)).progress.speed).toBe(2);
  const feed = await server.ok({ call: 'UserService.DiscoverRooms', request: {} });
  for (const item of [...feed.rooms, ...feed.featured_rooms]) expect(item).not.toHaveProperty('progress');
});

test('[RO19] names of those who are there, for those who would not be in with one press, only where a public room lets guests see them', async () => {
  // With the rooms of the other tests, the first host has reached the limit of rooms.
  const host = await server.signUp('second_host');
  await setUser({ enableGuest: true });
  const seen = { allow_guests: true, guest_permissions: { added: ['view_members'] } };
  const rooms = {
    seen: await makeRoom(server, host, { visibility: 'public', settings: seen }),
    unseen: await makeRoom(server, host, { visibility: 'public', settings: { allow_guests: true } }),
    withoutGuests: await makeRoom(server, host, {
      visibility: 'public',
      settings: { ...seen, allow_guests: false },
    }),
    locked: await makeRoom(server, host, { visibility: 'public', settings: seen, password: 'open sesame' }),
    hidden: await makeRoom(server, host, { visibility: 'hidden', settings: seen }),
  };
  const sockets = await Promise.all(Object.values(rooms).map((room) => server.socket(room, host.token)));
  const namesIn = async (token?: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(rooms).map(async ([name, room]) => [name, (await cardOf(room, token)).online_members]),
      ),
    );
  const names = {
    seen: [{ id: host.id, username: host.username, display_name: host.username }],
    unseen: [],
    withoutGuests: [],
    locked: [],
    hidden: [],
  };
  await until('the host is seen', async () => (await cardOf(rooms.seen)).online_members.length === 1);
  expect(await namesIn()).toEqual(names);
  expect((await cardOf(rooms.unseen)).room.online_count).toBe(1);
  await server.sql('update rooms set status = 2 where id = $1', [rooms.seen]);
  expect((await cardOf(rooms.seen)).online_members).toEqual([]);
  await server.sql('update rooms set status = 1 where id = $1', [rooms.seen]);
  await setUser({ enableGuest: false });
  expect((await cardOf(rooms.seen)).online_members).toEqual([]);
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('[RO4] the room from inside says how playback goes on, to guests too, but theirs is no favourite', async () => {
  await setUser({ enableGuest: true });
  const owner = await server.signUp('owner');
  const room = await makeRoom(server, owner, { settings: { allow_guests: true } });
  const media_id = await addMedia(server, room, owner, 'Metropolis');
  await server.ok({ call: 'RoomService.StartPlayback', token: owner.token, room, request: { media_id } });
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  for (const token of [owner.token, guestToken]) {
    const detail = await server.ok({ call: 'UserService.GetRoom', token, room });
    expect(detail.playback_state).toMatchObject({ media_id, media_name: 'Metropolis', is_playing: true, version: 1 });
    expect(detail.favorited).toBe(token === owner.token ? false : undefined);
  }
});

test('[RO22] whoever is not signed in reads how they would stand with an account', async () => {
  const rooms = {
    JOIN: {},
    PASSWORD: { password: 'open sesame' },
    INVITATION: { settings: { automatic_join: false } },
    FULL: { settings: { max_members: 1 } },
    REQUEST_APPROVAL: { settings: { require_approval: true } },
  };
  for (const [expected, request] of Object.entries(rooms)) {
    const room = await makeRoom(server, host, request);
    expect(await cardOf(room)).toMatchObject({ access: 'SIGN_IN', newcomer_access: expected });
    expect(await cardOf(room, stranger.token)).not.toHaveProperty('newcomer_access');
    const call = 'RoomService.CreateRoomInvitation';
    const { token } = await server.ok({ call, token: host.token, room, request: { max_uses: 1 } });
    const invited = await server.ok({ call: 'UserService.PreviewInvitation', request: { token } });
    expect(invited.room.newcomer_access).toBe(expected === 'FULL' ? 'FULL' : 'JOIN');
  }
});
