import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const { PLAYING } = PresenceState;
let server: TestServer;
let replica: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let media: string[];
const sockets: TestSocket[] = [];
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  replica = await startTestServer({ database: server.database });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(async () => {
  await replica?.stop();
  await server?.stop();
});
beforeEach(async () => {
  room = await makeRoom(server, anna, { settings: { wait_seconds: 0, auto_skip: true } });
  await joinRoom(server, room, berta);
  media = [];
  for (const name of ['A.Show.S01E01.mkv', 'a show - s02e03 - Title', 'Other.Show.S01E01.mkv'])
    media.push(await addMedia(server, room, anna, name));
  await server.sql('update media set duration_seconds = 100 where id = any($1)', [media]);
});
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
});

const setChapters = (chapters: readonly (readonly [number, string])[]) =>
  server.sql(
    `insert into media_facts (media_id, source_version, facts, read_at)
     select id, source_version, $1::jsonb, now() from media where id = any($2)`,
    [JSON.stringify({ chapters: chapters.map(([startSeconds, name]) => ({ startSeconds, name })) }), media],
  );
const call = (name: string, request: object = {}) =>
  server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });
const start = async (index: number, position_seconds = 0) =>
  (await call('StartPlayback', { media_id: media[index], position_seconds })).playback_state;
const seek = (position_seconds: number) => call('UpdatePlaybackState', { position_seconds });
const state = async () => (await call('GetPlayback')).playback_state;
const parts = async (name = 'GetSkippedParts', request: object = {}) => {
  const at = { call: `SkippedPartsService.${name}`, token: anna.token, room, request: request as never };
  return (await server.ok(at)).skipped_parts;
};
async function watcher(user: TestUser, at = server): Promise<TestSocket> {
  const socket = await at.socket(room, user.token);
  sockets.push(socket);
  await socket.observe({ case: 'playbackState', value: {} });
  await socket.observe({ case: 'skippedParts', value: {} });
  return socket;
}
/** The next change with an announcement. */
const announced = async (socket: TestSocket) =>
  (await socket.change('skippedParts', ({ skippedParts }) => skippedParts?.ahead !== undefined)).skippedParts!.ahead!;
const skipped = (socket: TestSocket) =>
  socket.change('playbackState', ({ action }) => action === PlaybackAction.SKIP_PART);

test('[SKP2] [SKP3] [SKP6] a mark holds for all episodes of the series in the room, and for no other', async () => {
  const socket = await watcher(berta, replica);
  await start(0);
  const intro = { kind: 'intro', start_seconds: 5, end_seconds: 15 };
  const credits = { kind: 'credits', start_seconds: 80, end_seconds: 97 };
  await parts('MarkPart', { media_id: media[0], ...intro });
  await parts('MarkPart', { media_id: media[0], ...credits });
  const told = await socket.change('skippedParts', ({ skippedParts }) => skippedParts?.parts.length === 2);
  expect(told.skippedParts).toMatchObject({ mediaId: media[0], series: 'A Show' });
  await server.sql('update media set duration_seconds = 200 where id = $1', [media[1]]);
  await start(1);
  expect(await parts()).toMatchObject({
    parts: [intro, { kind: 'credits', start_seconds: 180, end_seconds: 200, marked: true }],
    marked_kinds: ['intro', 'credits'],
  });
  const onSecond = await socket.change('skippedParts', ({ skippedParts }) => skippedParts?.mediaId === media[1]);
  expect(onSecond.skippedParts!.parts).toHaveLength(2);
  await start(2);
  expect((await parts()).parts).toEqual([]);
  await start(0);
  await parts('ErasePartMark', { media_id: media[0], kind: 'intro' });
  expect((await parts()).parts).toMatchObject([{ kind: 'credits' }]);
});

test('[SKP1] [SKP4] [SKP5] an opening is announced and skipped once, whatever replica sees it, and not again', async () => {
  await setChapters([
    [0, 'Part A'],
    [10, 'Opening'],
    [20, 'Part B'],
  ]);
  const [near, far] = [await watcher(anna), await watcher(berta, replica)];
  const begun = await start(0, 9);
  far.send({ case: 'playbackReport', value: { mediaId: media[0]!, state: PLAYING, ended: false } });
  const ahead = await announced(near);
  expect(await announced(far)).toEqual(ahead);
  expect(ahead).toMatchObject({ startSeconds: 10, endSeconds: 20, playbackVersion: begun.version });
  expect(ahead.atMs).toBeGreaterThanOrEqual(begun.at_ms + 5_000);
  const now = await skipped(far);
  expect(now).toMatchObject({ version: begun.version + 1, positionSeconds: 20, actorName: '' });
  expect(now.atMs).toBeGreaterThanOrEqual(ahead.atMs);
  // Back to it: the room watches it.
  await seek(9.9);
  await expect
    .poll(async () => (await server.sql('select passed from skip_plans where room_id = $1', [room]))[0])
    .toEqual({
      passed: [10],
    });
  const { version } = await state();
  await call('UpdatePlaybackState', { speed: 4 });
  await expect.poll(async () => (await parts()).ahead).toBeUndefined();
  expect((await state()).version).toBe(version + 1);
});

test('[SKP4] [SKP5] a part at the very beginning is announced, and who has the remote keeps it', async () => {
  await setChapters([
    [0, 'Recap'],
    [30, 'Part A'],
  ]);
  const socket = await watcher(berta);
  await start(0);
  const ahead = await announced(socket);
  expect(ahead.startSeconds).toBe(0);
  expect(await parts('KeepPart', { media_id: media[0], start_seconds: 0 })).not.toHaveProperty('ahead.at_ms');
  await expect.poll(() => Date.now()).toBeGreaterThan(ahead.atMs + 300);
  expect(await state()).toMatchObject({ action: 'start' });
});

test('[SKP5] a pause calls it off, and playing on before the part announces it again', async () => {
  await setChapters([
    [0, 'Part A'],
    [20, 'Intro'],
    [40, 'Part B'],
  ]);
  const socket = await watcher(berta);
  await start(0, 16);
  const first = await announced(socket);
  await call('UpdatePlaybackState', { is_playing: false });
  await call('UpdatePlaybackState', { is_playing: true });
  const again = await socket.change(
    'skippedParts',
    ({ skippedParts }) => (skippedParts?.ahead?.playbackVersion ?? 0) > first.playbackVersion,
  );
  expect(again.skippedParts!.ahead!.startSeconds).toBe(20);
  await seek(25);
  const plan = async () => (await server.sql('select passed, ahead from skip_plans where room_id = $1', [room]))[0];
  await expect.poll(plan).toEqual({ passed: [20], ahead: null });
});

test('[SKP4] where the room does not want it, nothing is skipped by itself', async () => {
  await setChapters([
    [0, 'Recap'],
    [30, 'Part A'],
  ]);
  await call('UpdateRoomSettings', { settings: { auto_skip: false } });
  const begun = await start(0);
  await expect.poll(() => Date.now()).toBeGreaterThan(begun.start_at_ms + 5_500);
  expect(await state()).toMatchObject({ version: begun.version });
  expect(await server.sql('select * from skip_plans where room_id = $1', [room])).toEqual([]);
});
