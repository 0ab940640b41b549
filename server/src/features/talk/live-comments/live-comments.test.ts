/** The chat of a Twitch channel, in rooms of a whole server. */
import { DanmakuMode, DanmakuSize } from '@matinee/contract/gen/service/client/danmaku_pb.ts';
import { LiveCommentsState } from '@matinee/contract/gen/service/client/live_comments_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type FakeBilibili,
  goodSession,
  liveRoom,
  startFakeBilibili,
} from '../../../providers/bilibili/bilibili.fake.ts';
import {
  type FakeLiveComments,
  liveComment,
  livePacket,
  packed,
  startFakeLiveComments,
} from '../../../providers/bilibili/bilibili-live.fake.ts';
import { chatLine, type FakeTwitchChat, startFakeTwitchChat } from '../../../providers/twitch/twitch-chat.fake.ts';

let server: TestServer;
let chat: FakeTwitchChat;
let bilibili: FakeBilibili;
let danmaku: FakeLiveComments;
let clock: JumpingClock;
let anna: TestUser;
let berta: TestUser;
let room: string;

beforeAll(async () => {
  clock = makeJumpingClock();
  [chat, bilibili, danmaku] = await Promise.all([startFakeTwitchChat(), startFakeBilibili(), startFakeLiveComments()]);
  const sites = { ...chat.sites, ...bilibili.sites, ...danmaku.sites };
  server = await startTestServer({ clock, sites, config: { 'outbound.allowed_networks': ['127.0.0.1'] } });
  [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
});
afterAll(async () => {
  await server?.stop();
  for (const part of [chat, bilibili, danmaku]) part?.stop();
});
beforeEach(async () => {
  for (const socket of chat.sockets) socket.terminate();
  await expect.poll(() => chat.sockets.size).toBe(0);
  [chat.heard.length, chat.isSilent] = [0, false];
  channels += 1;
  channelName = `channel${channels}`;
  channel = { twitch: { kind: 'channel', id: channelName } };
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});

const call = (name: string, request: object, by = anna) =>
  server.ok({ call: `RoomService.${name}`, token: by.token, room, request: request as never });
async function play(source: object): Promise<string> {
  const { media } = await call('AddMedia', { source });
  await call('StartPlayback', { media_id: media.id });
  return media.id;
}
/** Different for each test: rooms of the test before stay for a moment, and reconnect when their connection is cut. */
let channelName = '';
let channel = {};
let channels = 0;
const inChannel = (text: string, about: Parameters<typeof chatLine>[1] = {}) =>
  chatLine(text, { channel: channelName, ...about });
/** How many times the server has joined the channel. */
const connections = () => chat.heard.filter((line) => line === `JOIN #${channelName}`).length;
const liveComments = { case: 'liveComments', value: {} } as const;
async function listen(user: TestUser) {
  const socket = await server.socket(room, user.token);
  await socket.observe(liveComments);
  return socket;
}
const isOpen = ({ state }: { state: LiveCommentsState }) => state === LiveCommentsState.OPEN;

test('[LC1] [LC2] [TW8] two people hear the chat over one connection, each message once', async () => {
  const mediaId = await play(channel);
  expect((await call('GetPlayback', {})).playback).toMatchObject({ has_live_comments: true, playback_kind: 'live' });
  const [one, two] = [await listen(anna), await listen(berta)];
  for (const socket of [one, two]) await socket.change('liveComments', isOpen);
  chat.say(inChannel('Kappa hello', { id: 'a' }), inChannel('second', { id: 'b', author: 'Emil', color: '' }));
  const heard = await one.change('liveComments', ({ comments }) => comments.length > 0);
  expect(heard).toMatchObject({
    mediaId,
    comments: [
      { author: 'Anna', text: 'Kappa hello', color: '#1e90ff' },
      { author: 'Emil', text: 'second', color: '#ffffff' },
    ],
  });
  expect(await two.change('liveComments', ({ comments }) => comments.length > 0)).toEqual(heard);
  chat.say(`@target-msg-id=a :tmi.twitch.tv CLEARMSG #${channelName} :Kappa hello`);
  const gone = await two.change('liveComments', ({ deletedIds }) => deletedIds.length > 0);
  expect(gone.deletedIds).toEqual([heard.comments[0]!.id]);
  chat.say(`:tmi.twitch.tv CLEARCHAT #${channelName}`);
  expect((await one.change('liveComments', ({ cleared }) => cleared)).comments).toEqual([]);
  expect(connections()).toBe(1);
  await Promise.all([one.close(), two.close()]);
});

test('[LC1] over gRPC and SSE as well, from the newest on', async () => {
  await play(channel);
  const socket = await listen(anna);
  await socket.change('liveComments', isOpen);
  chat.say(inChannel('before'));
  await socket.change('liveComments', ({ comments }) => comments.length > 0);
  const watch = { call: 'RoomService.WatchLiveComments', token: berta.token, room };
  expect((await server.grpc.call(watch)).json).toMatchObject({
    snapshot: true,
    live_comments: { state: 'open', comments: [{ text: 'before' }] },
  });
  const reading = new AbortController();
  const response = await fetch(`${server.url}/api/rooms/${room}/watch/live-comments`, {
    headers: { authorization: `Bearer ${berta.token}` },
    signal: reading.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader.read()).value;
  };
  await read('before');
  chat.say(inChannel('after'));
  await read('after');
  expect(text).toContain('"snapshot":true');
  reading.abort();
  await socket.close();
});

test('[LC1] who is removed from the room hears no more, and who is not in it nothing', async () => {
  await play(channel);
  const [one, two] = [await listen(anna), await listen(berta)];
  await two.change('liveComments', isOpen);
  await call('KickMember', { user_id: berta.id });
  const end = await two.next('termination');
  expect(end.code).toBe(TerminationCode.REMOVED);
  chat.say(inChannel('not for berta'));
  await one.change('liveComments', ({ comments }) => comments.length > 0);
  await two.closed;
  expect(JSON.stringify(two.frames, (_, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain(
    'not for berta',
  );
  const refused = await server.rest({ call: 'RoomService.WatchLiveComments', token: berta.token, room });
  expect(refused.reason).toBe('call.not_a_member');
  await one.close();
});

test('[LC1] a film without a chat has none, and says so', async () => {
  await play({ direct_url: { url: 'https://media.example.org/film.mp4' } });
  expect((await call('GetPlayback', {})).playback.has_live_comments).not.toBe(true);
  const socket = await listen(anna);
  expect(await socket.change('liveComments')).toMatchObject({ state: LiveCommentsState.NONE, comments: [] });
  // Then a channel plays, and a listener hears it without asking again.
  await play(channel);
  await socket.change('liveComments', isOpen);
  await call('StopPlayback', {});
  await socket.change('liveComments', ({ state }) => state === LiveCommentsState.NONE);
  await expect.poll(() => chat.sockets.size).toBe(0);
  await socket.close();
});

test('[LC2] the connection ends some seconds after the last who listens, and who comes back before finds it', async () => {
  await play(channel);
  const first = await listen(anna);
  await first.change('liveComments', isOpen);
  await first.close();
  const again = await listen(anna);
  await again.change('liveComments', isOpen);
  expect(connections()).toBe(1);
  await again.close();
  await expect.poll(() => chat.sockets.size).toBe(0);
});

test('[LC6] a connection that breaks is made anew, and viewers are told meanwhile', async () => {
  await play(channel);
  const socket = await listen(anna);
  await socket.change('liveComments', isOpen);
  for (const one of chat.sockets) one.terminate();
  await socket.change('liveComments', ({ state }) => state === LiveCommentsState.UNAVAILABLE);
  await socket.change('liveComments', isOpen);
  await expect.poll(connections).toBe(2);
  chat.say(':tmi.twitch.tv RECONNECT');
  await expect.poll(connections).toBe(3);
  await socket.change('liveComments', isOpen);
  await socket.close();
});

test('[LC3] [LC6] a flood, huge frames and nonsense leave others alone', async () => {
  await play(channel);
  const socket = await listen(anna);
  await socket.change('liveComments', isOpen);
  const before = socket.frames.length;
  for (let i = 0; i < 10_000; i += 1) chat.say(inChannel(`message ${i}`, { id: `${i}` }));
  await socket.change('liveComments', ({ comments }) => comments.at(-1)?.text === 'message 9999');
  const told = socket.frames
    .slice(before)
    .flatMap(({ message: { value, case: kind } }) =>
      kind === 'resourceChanged' && value.resource.case === 'liveComments' ? value.resource.value.comments : [],
    );
  expect(told.length).toBeLessThan(2_000);
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  // Larger than a frame may be: the server closes the connection and opens it again.
  chat.say('x'.repeat(2_000_000));
  await socket.change('liveComments', ({ state }) => state === LiveCommentsState.UNAVAILABLE);
  // Changes from the flood say "open" too, so only the channel knows when the server has reconnected.
  await expect.poll(connections).toBe(2);
  chat.say('@=;;;\\', '\u0000'.repeat(5_000), inChannel('fine'));
  await socket.change('liveComments', ({ comments }) => comments.at(-1)?.text === 'fine');
  await socket.close();
});

test('[BI9] [LC6] comments of Bilibili, through packets that are none', async () => {
  await play({ bilibili: { live_room_id: liveRoom } });
  const socket = await listen(anna);
  await socket.change('liveComments', isOpen);
  expect(danmaku.entered.at(-1)).toMatchObject({ uid: 0, roomid: Number(liveRoom) });
  danmaku.send(packed.brotli(liveComment('above', { mode: 5, color: 0xff0000, size: 36, author: 'Emil' })));
  expect((await socket.change('liveComments', ({ comments }) => comments.length > 0)).comments).toMatchObject([
    { author: 'Emil', text: 'above', mode: DanmakuMode.TOP, size: DanmakuSize.LARGE, color: '#ff0000' },
  ]);
  danmaku.send(livePacket(5, 2, 'no zlib'));
  await socket.change('liveComments', ({ state }) => state === LiveCommentsState.UNAVAILABLE);
  await socket.change('liveComments', isOpen);
  expect(danmaku.connections).toBe(2);
  await socket.close();
});

test('[LC1] of what is for its adder alone nobody hears any, and of what is shared everybody does', async () => {
  const signedIn = await server.ok({
    call: 'BilibiliProviderService.Login',
    token: anna.token,
    request: { session: goodSession },
  });
  const of = (is_shared: boolean) => ({
    bilibili: { live_room_id: liveRoom, account_id: signedIn.account.id, is_shared },
  });
  await play(of(false));
  expect((await call('GetPlayback', {})).playback.has_live_comments).not.toBe(true);
  const socket = await listen(berta);
  expect((await socket.change('liveComments')).state).toBe(LiveCommentsState.NONE);
  await play(of(true));
  await socket.change('liveComments', isOpen);
  // The account that was shared with the room enters.
  expect(danmaku.entered.at(-1)).toMatchObject({ uid: 686_127 });
  await socket.close();
});
