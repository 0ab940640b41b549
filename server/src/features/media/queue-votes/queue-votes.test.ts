import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const observed = { case: 'queueVotes', value: {} } as const;

describe('votes about the queue', () => {
  let server: TestServer;
  let replica: TestServer;
  let [root, anna, berta]: TestUser[] = [];
  let room: string;
  let items: string[];
  beforeAll(async () => {
    server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
    replica = await startTestServer({ database: server.database });
    root = await server.signIn();
    [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  });
  afterAll(async () => {
    await replica?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    room = await makeRoom(server, anna!);
    await joinRoom(server, room, berta!);
    items = [];
    for (const name of ['Metropolis', 'M', 'Faust', 'Nosferatu']) items.push(await addMedia(server, room, anna!, name));
  });

  const inRoom = (call: string, request: object = {}, { token }: TestUser = anna!, at = server) =>
    at.ok({ call, token, room, request: request as never });
  const vote = (by: TestUser, place: number, how: 'up' | 'down' | 'none', at = server) =>
    inRoom('QueueVotesService.VoteForItem', { media_id: items[place]!, vote: how }, by, at);
  const votesOf = async (place: number) => {
    const { votes } = await inRoom('QueueVotesService.ListQueueVotes');
    return votes.find((one: { media_id: string }) => one.media_id === items[place]);
  };
  const mode = (auto_play: string) => inRoom('RoomService.UpdateRoomSettings', { settings: { auto_play } });
  const start = (place: number) => inRoom('RoomService.StartPlayback', { media_id: items[place]! });
  const next = async () => (await inRoom('RoomService.PlayNext')).playback_state.media_id;
  const playing = async () => (await inRoom('RoomService.GetPlayback')).playback_state.media_id;
  const upNext = async () =>
    (await inRoom('RoomService.GetUpNext')).up_next.items.map((item: { media_id: string }) => item.media_id);
  const listed = async () =>
    (await inRoom('RoomService.ListPlaylistItems')).media.map((item: { id: string }) => item.id);
  const named = (...places: number[]) => places.map((place) => items[place]);

  test('[QV1] [QV2] a person counts once, on however many replicas they vote, and nobody is lost', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, (_, n) => server.signUp(`voter${n}`)));
    for (const user of users) await joinRoom(server, room, user);
    const socket = await server.socket(room, anna!.token);
    await socket.observe(observed);
    await Promise.all(
      users.flatMap((user) => [vote(user, 0, 'up'), vote(user, 0, 'down', replica), vote(user, 1, 'up')]),
    );
    await Promise.all(users.map((user, place) => vote(user, 0, 'up', place % 2 === 0 ? server : replica)));
    expect(await votesOf(0)).toMatchObject({ up: 6, down: 0 });
    expect(await votesOf(1)).toMatchObject({ up: 6, down: 0 });
    const isLast = ({ votes }: { readonly votes: readonly { mediaId: string; up: number; down: number }[] }) =>
      votes.some(({ mediaId, up, down }) => mediaId === items[0] && up === 6 && down === 0);
    expect(isLast(await socket.change('queueVotes', isLast))).toBe(true);
    await socket.close();
  });

  test('[QV3] [QV4] all members are told the counts, on each replica, and nobody who voted how', async () => {
    await vote(anna!, 1, 'up');
    const [near, far] = await Promise.all([server.socket(room, berta!.token), replica.socket(room, anna!.token)]);
    for (const socket of [near, far]) {
      await socket.observe(observed);
      expect(await socket.change('queueVotes')).toMatchObject({ votes: [{ mediaId: items[1], up: 1, down: 0 }] });
    }
    await vote(berta!, 1, 'down', replica);
    for (const socket of [near, far])
      expect(await socket.change('queueVotes')).toMatchObject({ votes: [{ mediaId: items[1], up: 1, down: 1 }] });
    await vote(berta!, 1, 'none');
    expect(await near.change('queueVotes')).toMatchObject({ votes: [{ up: 1, down: 0 }] });
    const saying = `select 1 from outbox where topic = $1 and kind = 'queueVotes' and position($2::bytea in payload) > 0`;
    expect(await server.sql(saying, [room, berta!.id])).toEqual([]);
    await Promise.all([near.close(), far.close()]);
  });

  test('[QV4] without the right to see members only the own vote is told', async () => {
    const settings = { member_permissions: { removed: ['view_members'] } };
    await inRoom('RoomService.UpdateRoomSettings', { settings });
    await Promise.all([vote(anna!, 0, 'up'), vote(berta!, 0, 'down')]);
    const read = (by: TestUser) => inRoom('QueueVotesService.GetItemVotes', { media_id: items[0]! }, by);
    expect(await read(berta!)).toMatchObject({ votes: { up: 1, down: 1 }, own_vote: 'down', voters: [] });
    expect((await read(anna!)).voters).toHaveLength(2);
  });

  test('[QV1] guests observe none, and members who may not look into the playlist do not vote', async () => {
    const settings = { allow_guests: true, member_permissions: { removed: ['browse_library'] } };
    await inRoom('RoomService.UpdateRoomSettings', { settings });
    const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
    const guest = await server.socket(room, guestToken);
    guest.send({ case: 'observeResource', value: { observeId: 'q', resource: observed } });
    expect(await guest.next('resourceObserveError')).toMatchObject({ code: 'realtime.not_permitted' });
    await guest.close();
    const request = { media_id: items[0]!, vote: 'up' };
    for (const token of [berta!.token, guestToken]) {
      const { status } = await server.rest({ call: 'QueueVotesService.VoteForItem', token, room, request });
      expect(status).toBe(403);
    }
    expect(await votesOf(0)).toBeUndefined();
  });

  test('[QV2] there are no votes about items of private playlists', async () => {
    const { playlist } = await inRoom('RoomService.CreatePlaylist', { name: 'Mine', browse_access: 'creator' });
    const added = {
      name: 'Secret',
      playlist_id: playlist.id,
      source: { direct_url: { url: 'https://films.test/s.mp4' } },
    };
    const { media } = await inRoom('RoomService.AddMedia', added);
    const request = { media_id: media.id, vote: 'up' };
    const asked = { call: 'QueueVotesService.VoteForItem', token: anna!.token, room, request };
    expect((await server.rest(asked)).reason).toBe('queue_votes.item_not_found');
    expect((await inRoom('QueueVotesService.ListQueueVotes')).votes).toEqual([]);
  });

  test('[QV5] votes about an item go with it', async () => {
    await vote(anna!, 0, 'up');
    await inRoom('RoomService.DeleteMedia', { media_id: items[0]! });
    expect(await server.sql('select 1 from queue_votes where media_id = $1', [items[0]!])).toEqual([]);
  });

  test('[QV5] votes about an item end once it has played, and all are told', async () => {
    await start(0);
    await vote(anna!, 0, 'up');
    await vote(berta!, 1, 'up');
    const socket = await replica.socket(room, berta!.token);
    await socket.observe(observed);
    await socket.change('queueVotes');
    expect(await next()).toBe(items[1]);
    expect(await socket.change('queueVotes')).toMatchObject({ votes: [{ mediaId: items[0], up: 0, down: 0 }] });
    expect(await votesOf(1)).toMatchObject({ up: 1 });
    await inRoom('RoomService.StopPlayback');
    expect(await socket.change('queueVotes')).toMatchObject({ votes: [{ mediaId: items[1], up: 0, down: 0 }] });
    expect((await inRoom('QueueVotesService.ListQueueVotes')).own).toEqual([]);
    await socket.close();
  });

  test.each([
    ['leaves', (dora: TestUser) => inRoom('RoomService.LeaveRoom', {}, dora)],
    ['is banned from the room', ({ id }: TestUser) => inRoom('RoomService.BanFromRoom', { user_id: id })],
    [
      'is banned from the server',
      ({ id }: TestUser) => server.ok({ call: 'AdminService.BanUser', token: root!.token, request: { user_id: id } }),
    ],
  ])('[QV6] the votes of a person go when that person %s', async (_, act) => {
    const dora = await server.signUp('dora');
    await joinRoom(server, room, dora);
    await vote(anna!, 0, 'up');
    await vote(dora, 0, 'up');
    const socket = await replica.socket(room, berta!.token);
    await socket.observe(observed);
    await socket.change('queueVotes');
    await act(dora);
    expect(await socket.change('queueVotes')).toMatchObject({ votes: [{ mediaId: items[0], up: 1, down: 0 }] });
    await socket.close();
  });

  test('[QV7] without the mode votes change nothing; with it the best follows, and up next says so', async () => {
    await start(0);
    await vote(anna!, 3, 'up');
    expect(await upNext()).toEqual(named(1, 2, 3));
    await mode('votes');
    const socket = await server.socket(room, berta!.token);
    await socket.observe({ case: 'upNext', value: {} });
    const first = ({ items: told }: { readonly items: readonly { mediaId?: string }[] }) => told[0]?.mediaId;
    expect(first(await socket.change('upNext'))).toBe(items[3]);
    await vote(anna!, 2, 'up');
    await vote(berta!, 2, 'up');
    expect(first(await socket.change('upNext', (told) => first(told) === items[2]))).toBe(items[2]);
    expect(await upNext()).toEqual(named(2, 3, 1));
    await socket.close();
  });

  test('[QV7] [QV8] what begins by its votes is moved behind the one before, and the rest still follows', async () => {
    await mode('votes');
    await start(0);
    await vote(anna!, 2, 'up');
    expect(await next()).toBe(items[2]);
    expect(await listed()).toEqual(named(0, 2, 1, 3));
    expect((await inRoom('RoomService.PlayPrevious')).playback_state.media_id).toBe(items[0]);
    await start(2);
    await vote(berta!, 1, 'down');
    expect([await next(), await next()]).toEqual(named(3, 1));
    const refused = await server.rest({ call: 'RoomService.PlayNext', token: anna!.token, room });
    expect(refused.reason).toBe('playback.no_next');
    await vote(berta!, 0, 'up');
    expect(await next()).toBe(items[0]);
  });

  test('[QV8] at the end of an item and by votes to go on the best follows too, once over replicas', async () => {
    await mode('votes');
    await start(0);
    await vote(anna!, 3, 'up');
    const sockets = await Promise.all([server, replica].map((at) => at.socket(room, anna!.token)));
    for (const socket of sockets)
      socket.send({ case: 'playbackReport', value: { mediaId: items[0]!, state: 2, ended: true } });
    await expect.poll(playing).toBe(items[3]);
    expect(await listed()).toEqual(named(0, 3, 1, 2));
    await vote(berta!, 2, 'up');
    await inRoom('RoomService.UpdateRoomSettings', { settings: { skip_vote_percent: 1 } });
    await inRoom('SkipVotesService.VoteToSkip', { media_id: items[3]! });
    await expect.poll(playing).toBe(items[2]);
    await Promise.all(sockets.map((socket) => socket.close()));
  });

  test('[QV8] a step that names another item than the current one moves nothing', async () => {
    await mode('votes');
    await start(0);
    await vote(anna!, 3, 'up');
    const request = { expected_media_id: items[1]! };
    const refused = await server.rest({ call: 'RoomService.PlayNext', token: anna!.token, room, request });
    expect(refused.reason).toBe('playback.stale');
    expect(await listed()).toEqual(named(0, 1, 2, 3));
  });
});
