import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const { PLAYING, BUFFERING, IDLE } = PresenceState;

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let media: string[];
const sockets: TestSocket[] = [];
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna, { settings: { wait_seconds: 1, wait_quorum_percent: 100 } });
  await joinRoom(server, room, berta);
  media = [];
  for (const name of ['a', 'b', 'c']) media.push(await addMedia(server, room, anna, name));
});
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
});

const call = (name: string, request: object = {}, by = anna) =>
  server.rest({ call: `RoomService.${name}`, token: by.token, room, request: request as never });
const state = async (name: string, request: object = {}) => (await call(name, request)).json.playback_state;
/** A user who observes playback and has received its state. */
async function watcher(user: TestUser): Promise<TestSocket> {
  const socket = await server.socket(room, user.token);
  sockets.push(socket);
  await socket.observe({ case: 'playbackState', value: {} });
  await socket.change('playbackState', (_, { snapshot }) => snapshot);
  return socket;
}
const report = (
  socket: TestSocket,
  mediaId: string,
  state: PresenceState,
  more: { durationSeconds?: number; ended?: boolean } = {},
) => socket.send({ case: 'playbackReport', value: { mediaId, state, ...more } });

test('[PB5] a start is scheduled ahead, further for those who are slow', async () => {
  const near = await state('StartPlayback', { media_id: media[0] });
  expect(near.start_at_ms - near.at_ms).toBeCloseTo(150, 0);
  const socket = await watcher(berta);
  socket.send({ case: 'clockProbe', value: { clientSentMs: 1, roundTripMs: 300 } });
  await socket.next('clockReply');
  const far = await state('StartPlayback', { media_id: media[0] });
  expect(far.start_at_ms - far.at_ms).toBeCloseTo(660, 0);
});

test('[PB6] everybody is told, with who did it, how, and the operation that they named', async () => {
  const [one, two] = [await watcher(anna), await watcher(berta)];
  const told = {
    mediaId: media[0],
    version: 1,
    action: PlaybackAction.START,
    actorId: anna.id,
    actorName: anna.username,
    clientOperationId: 'op-7',
  };
  await call('StartPlayback', { media_id: media[0], client_operation_id: 'op-7' });
  for (const socket of [one, two]) expect(await socket.change('playbackState')).toMatchObject(told);
  expect(await one.command({ case: 'updatePlaybackState', value: { isPlaying: false } }, 'op-8')).toBeUndefined();
  expect(await two.change('playbackState')).toMatchObject({
    version: 2,
    action: PlaybackAction.PAUSE,
    clientOperationId: 'op-8',
  });
});

test('[PB6] [PB7] commands that come at once end in one order for all, each with its own version', async () => {
  const watchers = await Promise.all([watcher(anna), watcher(berta), watcher(berta)]);
  await call('StartPlayback', { media_id: media[0], paused: true });
  const steerer = await watcher(anna);
  await Promise.all([
    ...Array.from({ length: 15 }, (_, i) => call('UpdatePlaybackState', { position_seconds: i + 1 })),
    ...Array.from({ length: 15 }, (_, i) =>
      steerer.command({ case: 'updatePlaybackState', value: { positionSeconds: i + 101 } }),
    ),
  ]);
  const final = await state('GetPlayback');
  expect(final.version).toBe(31);
  const seen = await Promise.all(
    watchers.map(async (socket) => {
      const states: [number, number][] = [];
      for (let version = 1; version <= 31; version++) {
        const next = await socket.change('playbackState');
        states.push([next.version, next.positionSeconds]);
      }
      return states;
    }),
  );
  expect(seen[0]!.map(([version]) => version)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  expect(seen[0]!.at(-1)![1]).toBe(final.position_seconds);
});

test('[PB21] an operation that was applied is answered as it was then, and changes nothing', async () => {
  await call('StartPlayback', { media_id: media[0], paused: true });
  const seek = (position_seconds: number, client_operation_id: string, by = anna) =>
    call('UpdatePlaybackState', { position_seconds, client_operation_id }, by);
  const first = await seek(20, 'x');
  expect(first.json.playback_state).toMatchObject({ position_seconds: 20, version: 2 });
  await seek(30, 'y');
  expect((await seek(20, 'x')).json).toEqual(first.json);
  const socket = await watcher(anna);
  expect(await socket.command({ case: 'updatePlaybackState', value: { positionSeconds: 20 } }, 'x')).toBeUndefined();
  expect(await state('GetPlayback')).toMatchObject({ position_seconds: 30, version: 3 });
  await call('UpdateRoomSettings', { settings: { control: 'everyone' } });
  await seek(40, 'x', berta);
  expect(await state('GetPlayback')).toMatchObject({ position_seconds: 40, version: 4 });
  await server.sql('update playback_operations set applied_at_ms = applied_at_ms - 600001');
  await seek(20, 'x');
  expect(await state('GetPlayback')).toMatchObject({ position_seconds: 20, version: 5 });
});

test('[PB21] what changed nothing counts as applied, and what was refused does not', async () => {
  await call('StartPlayback', { media_id: media[0], paused: true });
  await call('UpdatePlaybackState', { is_playing: false, client_operation_id: 'x' });
  await call('UpdatePlaybackState', { is_playing: true });
  await call('UpdatePlaybackState', { is_playing: false, client_operation_id: 'x' });
  expect(await state('GetPlayback')).toMatchObject({ is_playing: true, version: 2 });
  const pause = { is_playing: false, client_operation_id: 'y' };
  expect((await call('UpdatePlaybackState', { ...pause, expected_version: 1 })).reason).toBe('playback.stale');
  await call('UpdatePlaybackState', { ...pause, expected_version: 2 });
  expect(await state('GetPlayback')).toMatchObject({ is_playing: false, version: 3 });
});

test('[PB21] of ten repetitions at once, on two replicas, one is applied', async () => {
  await call('StartPlayback', { media_id: media[0], paused: true });
  const other = await startTestServer({ database: server.database });
  try {
    const request = { position_seconds: 20, client_operation_id: 'x' };
    const named = { call: 'RoomService.UpdatePlaybackState', token: anna.token, room, request };
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? server : other).ok(named)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await state('GetPlayback')).toMatchObject({ position_seconds: 20, version: 2 });
  } finally {
    await other.stop();
  }
});

test('[PB8] of 20 who skip what they see at once, one skips', async () => {
  await call('StartPlayback', { media_id: media[0], paused: true });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('PlayNext', { expected_media_id: media[0] })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'playback.stale']));
  expect((await state('GetPlayback')).media_id).toBe(media[1]);
});

test('[PB13] the length is taken from its owner and from people who navigate, from nobody else', async () => {
  await call('StartPlayback', { media_id: media[0], paused: true });
  const [owner, other] = [await watcher(anna), await watcher(berta)];
  report(other, media[0]!, PLAYING, { durationSeconds: 5, ended: true });
  expect(
    await other.command({ case: 'sendChatMessage', value: { clientMessageId: '1', content: 'after the report' } }),
  ).toBeUndefined();
  report(owner, media[1]!, PLAYING, { durationSeconds: 6 });
  report(owner, media[0]!, PLAYING, { durationSeconds: 70 });
  expect(await owner.change('playbackState')).toMatchObject({ durationSeconds: 70, version: 2 });
  report(owner, media[0]!, PLAYING, { durationSeconds: 80 });
  const after = await state('GetPlayback');
  expect(after).toMatchObject({ duration_seconds: 70, version: 2 });
  expect((await call('GetMedia', { media_id: media[0] })).json.media.duration_seconds).toBe(70);
});

test('[PB12] a seek behind the end is refused, and so is a start there', async () => {
  await server.sql('update media set duration_seconds = 60 where id = $1', [media[0]]);
  await call('StartPlayback', { media_id: media[0], paused: true });
  expect((await call('UpdatePlaybackState', { position_seconds: 60.5 })).reason).toBe('playback.beyond_end');
  expect((await call('StartPlayback', { media_id: media[0], position_seconds: 61 })).reason).toBe(
    'playback.beyond_end',
  );
  expect((await call('UpdatePlaybackState', { position_seconds: 60 })).status).toBe(200);
});

test('[PB10] at the end of an item the next one plays, and after the last one playback stands still', async () => {
  await server.sql('update media set duration_seconds = 0.3 where id = any($1)', [media]);
  const socket = await watcher(berta);
  await call('StartPlayback', { media_id: media[1] });
  const advanced = await socket.change('playbackState', ({ action }) => action === PlaybackAction.ADVANCE);
  expect(advanced).toMatchObject({ mediaId: media[2], version: 2, isPlaying: true, positionSeconds: 0 });
  expect(advanced.actorId).toBeUndefined();
  const ended = await socket.change('playbackState', ({ version }) => version === 3);
  expect(ended).toMatchObject({ action: PlaybackAction.PAUSE, mediaId: media[2], isPlaying: false });
  expect(ended.positionSeconds).toBeCloseTo(0.3, 3);
});

test('[PB28] the room rests at the end of an item before the next one, and not after the last one', async () => {
  await server.sql('update media set duration_seconds = 0.3 where id = any($1)', [media]);
  await call('UpdateRoomSettings', { settings: { auto_play_delay_seconds: 1 } });
  const socket = await watcher(berta);
  await call('StartPlayback', { media_id: media[1] });
  const started = await socket.change('playbackState', ({ version }) => version === 1);
  const next = await socket.change('playbackState', ({ version }) => version === 2);
  expect(next).toMatchObject({ action: PlaybackAction.ADVANCE, mediaId: media[2] });
  expect(next.atMs).toBeGreaterThanOrEqual(started.startAtMs + 1_300);
  expect(next.startAtMs - next.atMs).toBeCloseTo(150, 0);
  const ended = await socket.change('playbackState', ({ version }) => version === 3);
  expect(ended).toMatchObject({ action: PlaybackAction.PAUSE, mediaId: media[2] });
  expect(ended.atMs).toBeLessThan(next.startAtMs + 1_300);
});

test('[PB28] whoever pauses ends the rest, and whoever plays then watches again', async () => {
  await server.sql('update media set duration_seconds = 0.3 where id = any($1)', [media]);
  await call('UpdateRoomSettings', { settings: { auto_play_delay_seconds: 60 } });
  await watcher(berta);
  const { start_at_ms: endsAt } = await state('StartPlayback', { media_id: media[0], position_seconds: 0.3 });
  await expect.poll(() => Date.now()).toBeGreaterThan(endsAt + 300);
  expect(await state('UpdatePlaybackState', { is_playing: false })).toMatchObject({
    media_id: media[0],
    position_seconds: 0.3,
    version: 2,
  });
  expect(await state('UpdatePlaybackState', { is_playing: true })).toMatchObject({
    media_id: media[0],
    position_seconds: 0,
    action: 'play',
  });
});

test('[PB29] a break pauses for all, and playback goes on by itself at its end, once', async () => {
  const socket = await watcher(berta);
  await call('StartPlayback', { media_id: media[0] });
  const begun = await state('UpdatePlaybackState', { take_break: { seconds: 1, goes_on: true } });
  expect(begun).toMatchObject({ action: 'break', is_playing: false, break_time: { goes_on: true } });
  expect(begun.break_time.until_ms - begun.at_ms).toBe(1_000);
  const goesOn = await socket.change('playbackState', ({ isPlaying, version }) => isPlaying && version > begun.version);
  expect(goesOn).toMatchObject({ action: PlaybackAction.RESUME, version: begun.version + 1, actorName: '' });
  expect(goesOn.breakTime).toBeUndefined();
  expect(goesOn.atMs).toBeGreaterThanOrEqual(begun.break_time.until_ms);
  expect(goesOn.positionSeconds).toBeCloseTo(begun.position_seconds, 3);
});

test('[PB29] a process that knows nothing of a break, as after a restart, ends it when a player reports', async () => {
  const socket = await watcher(berta);
  await call('StartPlayback', { media_id: media[0], paused: true });
  const over = JSON.stringify({ untilMs: Date.now() - 1_000, goesOn: true });
  await server.sql('update playback_states set version = version + 1, break_time = $1 where room_id = $2', [
    over,
    room,
  ]);
  report(socket, media[0]!, PresenceState.IDLE);
  expect(await socket.change('playbackState', ({ isPlaying }) => isPlaying)).toMatchObject({
    action: PlaybackAction.RESUME,
    version: 3,
  });
});

test('[PB29] a break that waits for a press stays; seeking leaves it, another one replaces it, playing ends it', async () => {
  await call('StartPlayback', { media_id: media[0] });
  const begun = await state('UpdatePlaybackState', { take_break: { seconds: 1 } });
  await expect.poll(() => Date.now()).toBeGreaterThan(begun.break_time.until_ms + 300);
  const { version } = await state('UpdatePlaybackState', { position_seconds: 5 });
  expect(version).toBe(begun.version + 1);
  const longer = await state('UpdatePlaybackState', { take_break: { seconds: 600, goes_on: true } });
  expect(longer).toMatchObject({ version: version + 1, position_seconds: 5, action: 'break' });
  const over = await state('UpdatePlaybackState', { take_break: { seconds: 0 } });
  expect([over.is_playing, over.break_time, over.action]).toEqual([false, undefined, 'pause']);
  expect((await state('UpdatePlaybackState', { take_break: { seconds: 0 } })).version).toBe(over.version);
  await state('UpdatePlaybackState', { take_break: { seconds: 600, goes_on: true } });
  expect((await state('UpdatePlaybackState', { is_playing: true })).break_time).toBeUndefined();
});

test('[PB10] an item of unknown length goes on when its owner has reached the end', async () => {
  await call('StartPlayback', { media_id: media[0] });
  const socket = await watcher(anna);
  report(socket, media[0]!, IDLE, { ended: true });
  expect(await socket.change('playbackState')).toMatchObject({ action: PlaybackAction.ADVANCE, mediaId: media[1] });
});

test('[PB14] [PB16] playback waits for those who buffer, names them, and goes on when they are ready', async () => {
  await call('UpdateRoomSettings', { settings: { wait_seconds: 60 } });
  const [one, two] = [await watcher(anna), await watcher(berta)];
  await call('StartPlayback', { media_id: media[0] });
  report(one, media[0]!, PLAYING);
  report(two, media[0]!, BUFFERING);
  const waits = await one.change('playbackState', ({ action }) => action === PlaybackAction.WAIT);
  expect(waits.waiting?.members).toMatchObject([{ userId: berta.id, username: berta.username }]);
  expect(waits.isPlaying).toBe(true);
  report(two, media[0]!, PLAYING);
  const goesOn = await one.change('playbackState', ({ action }) => action === PlaybackAction.RESUME);
  expect(goesOn.waiting).toBeUndefined();
  expect(goesOn.startAtMs).toBeGreaterThan(goesOn.atMs);
  expect(goesOn.positionSeconds).toBeCloseTo(waits.positionSeconds, 6);
});

test('[PB15] [PB16] it goes on without them after wait_seconds, and does not wait for them again soon', async () => {
  await server.sql('update media set duration_seconds = 2 where id = $1', [media[0]]);
  const [one, two] = [await watcher(anna), await watcher(berta)];
  await call('StartPlayback', { media_id: media[0] });
  report(one, media[0]!, PLAYING);
  report(two, media[0]!, BUFFERING);
  const waits = await one.change('playbackState', ({ action }) => action === PlaybackAction.WAIT);
  expect(waits.waiting!.untilMs - waits.atMs).toBeCloseTo(1_000, 0);
  const goesOn = await one.change('playbackState', ({ version }) => version > waits.version);
  expect(goesOn.action).toBe(PlaybackAction.RESUME);
  expect(goesOn.atMs).toBeGreaterThanOrEqual(waits.waiting!.untilMs);
  report(two, media[0]!, PLAYING);
  report(two, media[0]!, BUFFERING);
  // The item ends well after the time at which the room would have waited.
  const ended = await one.change('playbackState', ({ version }) => version > goesOn.version);
  expect(ended.action).toBe(PlaybackAction.ADVANCE);
});

test('[PB16] somebody who controls playback goes on without them', async () => {
  await call('UpdateRoomSettings', { settings: { wait_seconds: 60 } });
  const [one, two] = [await watcher(anna), await watcher(berta)];
  await call('StartPlayback', { media_id: media[0] });
  report(one, media[0]!, PLAYING);
  report(two, media[0]!, BUFFERING);
  await one.change('playbackState', ({ action }) => action === PlaybackAction.WAIT);
  expect(await two.command({ case: 'updatePlaybackState', value: { stopWaiting: true } })).toBe(
    'call.missing_permission',
  );
  expect(await one.command({ case: 'updatePlaybackState', value: { stopWaiting: true } })).toBeUndefined();
  expect(await two.change('playbackState', ({ action }) => action === PlaybackAction.RESUME)).toMatchObject({
    actorId: anna.id,
  });
});

test('[RT40] how far behind a live stream a player has to be reaches the others of the room', async () => {
  const [one, two] = [await watcher(anna), await watcher(berta)];
  await two.observe({ case: 'onlineMembers', value: {} });
  one.send({ case: 'playbackReport', value: { state: PLAYING, liveDelayMs: 1_100 } });
  const online = await two.change('onlineMembers', ({ changed }) => changed.some(({ liveDelayMs }) => liveDelayMs));
  expect(online.changed.find(({ userId }) => userId === anna.id)).toMatchObject({ state: PLAYING, liveDelayMs: 1_100 });
});

test('[PB17] with wait_seconds 0 nobody is waited for', async () => {
  await call('UpdateRoomSettings', { settings: { wait_seconds: 0 } });
  const [one, two] = [await watcher(anna), await watcher(berta)];
  await server.sql('update media set duration_seconds = 1.2 where id = $1', [media[0]]);
  await call('StartPlayback', { media_id: media[0] });
  report(one, media[0]!, PLAYING);
  report(two, media[0]!, BUFFERING);
  // The item ends well after the time at which the room would have waited.
  const next = await one.change('playbackState', ({ version }) => version === 2);
  expect(next.action).toBe(PlaybackAction.ADVANCE);
});

test('[PB18] deleting what plays stops it, however it is deleted, and everybody is told', async () => {
  const socket = await watcher(berta);
  const deletions = [
    () => call('DeleteMedia', { media_id: media[0] }),
    () => call('DeleteEntries', { media_ids: [media[1]] }),
    () => call('ClearPlaylist'),
  ];
  for (const [i, remove] of deletions.entries()) {
    await call('StartPlayback', { media_id: media[i] });
    await remove();
    const stopped = await socket.change('playbackState', ({ action }) => action === PlaybackAction.STOP);
    expect(stopped).toMatchObject({ isPlaying: false, mediaName: '' });
    expect(stopped.mediaId).toBeUndefined();
    expect((await state('GetPlayback')).version).toBe(stopped.version);
  }
});

test('[PB11] guests would not read playback: what plays is for members', async () => {
  const stranger = await server.signUp('stranger');
  expect((await call('GetPlayback', {}, stranger)).reason).toBe('call.not_a_member');
  await expect(server.socket(room, stranger.token)).rejects.toMatchObject({ status: 403 });
});
