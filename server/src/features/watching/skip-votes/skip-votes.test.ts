import { type ServerPair, startServerPair } from '@matinee/testkit/processes/server-pair.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { standingOf } from './voting.service.ts';

let pair: ServerPair;
let server: TestServer;
let replica: TestServer;
let people: TestUser[];
let room: string;
let items: string[];
beforeAll(async () => {
  pair = await startServerPair({ settings: { 'server.maxRoomsPerUser': 100 } });
  ({ server, replica } = pair);
  people = await Promise.all(['anna', 'berta', 'carl', 'dora'].map((name) => server.signUp(name)));
});
afterAll(async () => {
  await pair?.stop();
});
beforeEach(async () => {
  room = await makeRoom(server, people[0]!, { settings: { skip_vote_percent: 50 } });
  for (const one of people.slice(1)) await joinRoom(server, room, one);
  items = [];
  for (const name of ['Metropolis', 'M']) items.push(await addMedia(server, room, people[0]!, name));
  await start(items[0]!);
});

const start = (media_id: string) =>
  server.ok({ call: 'RoomService.StartPlayback', token: people[0]!.token, room, request: { media_id } });
const vote = ({ token }: TestUser, at = server, request: object = {}) =>
  at.ok({ call: 'SkipVotesService.VoteToSkip', token, room, request: { media_id: items[0]!, ...request } });
const read = ({ token }: TestUser) => server.ok({ call: 'SkipVotesService.GetSkipVotes', token, room });
const playing = async () => {
  const { playback_state } = await server.ok({ call: 'RoomService.GetPlayback', token: people[0]!.token, room });
  return playback_state.media_id ?? '';
};

const enter = (who: readonly TestUser[]) =>
  pair.enter(
    room,
    who.map(({ token }) => token),
  );

test('[SV2] the share of those present is rounded up, and who is away does not count', () => {
  const present = new Set(['anna', 'berta', 'carl']);
  expect(standingOf('m', ['anna', 'gone'], present, 50)).toEqual({ mediaId: 'm', votes: 1, needed: 2 });
  expect(standingOf('m', [], new Set(), 50).needed).toBe(1);
  expect(standingOf('m', [], present, 100).needed).toBe(3);
  expect(standingOf('m', [], present, 1).needed).toBe(1);
});

test('[SV1] [SV2] [SV3] each counts once on whichever replica, all see how it stands, and the room goes on once', async () => {
  const here = await enter(people);
  const [near, far] = here.sockets as [(typeof here.sockets)[0], (typeof here.sockets)[0]];
  for (const socket of [near, far]) {
    await socket.observe({ case: 'skipVotes', value: {} });
    expect(await socket.change('skipVotes')).toMatchObject({ skipVotes: { mediaId: items[0], votes: 0, needed: 0 } });
  }
  await Promise.all([vote(people[1]!), vote(people[1]!, replica), vote(people[1]!)]);
  const isOne = ({ skipVotes }: { readonly skipVotes?: { readonly votes: number } | undefined }) =>
    skipVotes?.votes === 1;
  for (const socket of [near, far])
    expect(await socket.change('skipVotes', isOne)).toMatchObject({ skipVotes: { votes: 1, needed: 2 } });
  expect([(await read(people[1]!)).voted, (await read(people[0]!)).voted]).toEqual([true, false]);
  await vote(people[1]!, replica, { withdraw: true });
  expect(await read(people[1]!)).toMatchObject({ skip_votes: { votes: 0 }, voted: false });
  await Promise.all([vote(people[1]!), vote(people[2]!, replica)]);
  await expect.poll(playing).toBe(items[1]);
  const { playback_state } = await server.ok({ call: 'RoomService.GetPlayback', token: people[0]!.token, room });
  expect(playback_state).toMatchObject({ action: 'skip_vote', is_playing: true, version: 2 });
  const saying = `select 1 from outbox where topic = $1 and kind = 'skipVotes' and position($2::bytea in payload) > 0`;
  expect(await server.sql(saying, [room, people[1]!.id])).toEqual([]);
  await here.leave();
});

test('[SV2] [PB31] after the last item playback stops', async () => {
  await start(items[1]!);
  const here = await enter([people[0]!, people[1]!]);
  await vote(people[1]!, server, { media_id: items[1] });
  await expect.poll(playing).toBe('');
  await here.leave();
});

test('[SV4] when another item begins, all votes are gone, and where the same one begins again', async () => {
  const here = await enter(people);
  await vote(people[1]!);
  await start(items[1]!);
  await start(items[0]!);
  expect(await read(people[1]!)).toMatchObject({ skip_votes: { votes: 0 }, voted: false });
  expect((await vote(people[2]!)).skip_votes).toMatchObject({ votes: 1, needed: 2 });
  const request = { settings: { auto_play: 'repeat_all' } };
  await server.ok({ call: 'RoomService.UpdateRoomSettings', token: people[0]!.token, room, request });
  await server.ok({ call: 'RoomService.DeleteMedia', token: people[0]!.token, room, request: { media_id: items[1]! } });
  const [socket] = here.sockets as [(typeof here.sockets)[0]];
  await socket.observe({ case: 'skipVotes', value: {} });
  expect(await socket.change('skipVotes')).toMatchObject({ skipVotes: { votes: 1 } });
  await vote(people[3]!, replica);
  expect(await socket.change('skipVotes')).toMatchObject({ skipVotes: { mediaId: items[0], votes: 0, needed: 0 } });
  const state = async () =>
    (await server.ok({ call: 'RoomService.GetPlayback', token: people[0]!.token, room })).playback_state;
  await expect.poll(state).toMatchObject({ action: 'skip_vote', media_id: items[0] });
  expect(await read(people[3]!)).toMatchObject({ skip_votes: { votes: 0 }, voted: false });
  await here.leave();
});
