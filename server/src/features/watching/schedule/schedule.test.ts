import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

/** Replicas look for starts this often, in milliseconds. */
const lookEveryMs = 15_000;

const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  server = await startTestServer({ clock, settings: { 'server.maxRoomsPerUser': 100 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
});

const inMs = (ms: number) => new Date(clock.nowMs() + ms).toISOString();
const put = async (request: object, by = server) =>
  (
    await by.ok({
      call: 'ScheduleService.PutSchedule',
      token: anna.token,
      room,
      request: { starts_film: true, ...request } as never,
    })
  ).schedule;
const shown = async () =>
  (await server.ok({ call: 'ScheduleService.GetSchedule', token: berta.token, room })).schedule ?? undefined;
const playback = async () =>
  (await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room })).playback_state;
/** Connects a user to the room. */
async function enter(user: TestUser, at = server): Promise<TestSocket> {
  const socket = await at.socket(room, user.token);
  sockets.push(socket);
  await socket.observe({ case: 'onlineMembers', value: {} });
  await socket.change('onlineMembers', ({ changed }) => changed.some(({ userId }) => userId === user.id));
  return socket;
}
/** Lets `ms` pass and every replica look for starts. */
function pass(ms: number): void {
  clock.jump(ms);
  clock.runEvery(lookEveryMs);
}
/** Lets a start in another room happen. By then, all starts that were due earlier have been handled. */
async function afterAnotherStart(): Promise<void> {
  const held = room;
  room = await makeRoom(server, anna);
  await addMedia(server, room, anna);
  const socket = await enter(anna);
  await put({ starts_at: inMs(4_000) });
  await until('the other film starts', async () => (await playback()).is_playing);
  await socket.close();
  room = held;
}

test('[SH1] [SH5] whoever is in the room sees the start, and each change at once', async () => {
  const first = await put({ starts_at: inMs(3_600_000), title: 'Friday' });
  const socket = await server.socket(room, berta.token);
  sockets.push(socket);
  await socket.observe({ case: 'schedule', value: {} });
  expect(await socket.change('schedule')).toMatchObject({ schedule: { id: first.id, title: 'Friday', version: 1 } });
  await put({ starts_at: inMs(7_200_000), title: 'Saturday' });
  expect(await socket.change('schedule')).toMatchObject({ schedule: { id: first.id, title: 'Saturday', version: 2 } });
  await server.ok({ call: 'ScheduleService.ClearSchedule', token: anna.token, room });
  expect((await socket.change('schedule')).schedule).toBeUndefined();
  expect(await shown()).toBeUndefined();
});

test('[SH12] a start that names an item begins with it, and shows it to those in the room alone', async () => {
  const [first, second] = [await addMedia(server, room, anna, 'First'), await addMedia(server, room, anna, 'Second')];
  const socket = await enter(berta);
  await socket.observe({ case: 'schedule', value: {} });
  await server.ok({
    call: 'RoomService.StartPlayback',
    token: anna.token,
    room,
    request: { media_id: first!, paused: true },
  });
  expect(await put({ starts_at: inMs(4_000), media_id: second })).toMatchObject({ media_name: 'Second' });
  expect(await socket.change('schedule', ({ schedule }) => schedule !== undefined)).toMatchObject({
    schedule: { mediaId: second, mediaName: 'Second' },
  });
  const card = await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } });
  expect(card.room.schedule).toMatchObject({ media_id: '', media_name: '' });
  clock.jump(1_100);
  await expect.poll(playback).toMatchObject({ media_id: second, is_playing: true, position_seconds: 0 });
});

test('[SH12] where the named item is gone, what is chosen goes on', async () => {
  const [first, second] = [await addMedia(server, room, anna, 'First'), await addMedia(server, room, anna, 'Second')];
  await enter(berta);
  const request = { media_id: first!, paused: true };
  await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request });
  await put({ starts_at: inMs(4_000), media_id: second });
  await server.ok({ call: 'RoomService.DeleteMedia', token: anna.token, room, request: { media_id: second! } });
  expect(await shown()).toMatchObject({ media_id: '', media_name: '' });
  clock.jump(1_100);
  await expect.poll(playback).toMatchObject({ media_id: first, is_playing: true });
});

test('[SH13] until the start members learn from where they hear the music, and guests and outsiders nothing of it', async () => {
  const song = await addMedia(server, room, anna, 'Song');
  const music = async (by: TestUser) =>
    (await server.ok({ call: 'ScheduleService.GetLobbyMusic', token: by.token, room })).playback;
  await put({ starts_at: inMs(60_000) });
  expect(await music(berta)).toBeUndefined();
  expect(await put({ starts_at: inMs(60_000), music_media_id: song })).toMatchObject({
    music_media_id: song,
    music_name: 'Song',
  });
  expect(await music(berta)).toMatchObject({ media_id: song, default_mode: 'direct' });
  const card = await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } });
  expect(card.room.schedule).toMatchObject({ music_media_id: '', music_name: '' });
  await server.ok({ call: 'RoomService.DeleteMedia', token: anna.token, room, request: { media_id: song! } });
  expect(await music(berta)).toBeUndefined();
  expect(await shown()).toMatchObject({ music_media_id: '' });
  const other = await addMedia(server, room, anna, 'Other');
  await put({ starts_at: inMs(60_000), music_media_id: other });
  expect(await music(berta)).toBeDefined();
  clock.jump(61_000);
  expect(await music(berta)).toBeUndefined();
});

test('[SH2] the same start once more changes nothing', async () => {
  const request = { starts_at: inMs(3_600_000), title: 'Friday' };
  expect(await put(request)).toEqual(await put(request));
});

test('[SH2] of two first starts at once one stays, and their versions differ', async () => {
  const starts = await Promise.all([1, 2, 3, 4].map((hours) => put({ starts_at: inMs(hours * 3_600_000) })));
  expect(starts.map(({ version }) => version).toSorted()).toEqual([1, 2, 3, 4]);
  expect(await shown()).toEqual(starts.find(({ version }) => version === 4));
});

test('[SH4] a start that is past is not shown; the next one is another', async () => {
  const first = await put({ starts_at: inMs(5_000) });
  clock.jump(6_000);
  expect(await shown()).toBeUndefined();
  const card = await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } });
  expect(card.room.schedule ?? undefined).toBeUndefined();
  const second = await put({ starts_at: inMs(60_000) });
  expect(second).toMatchObject({ version: 2 });
  expect(second.id).not.toBe(first.id);
});

test('[SH6] [PB22] the first item begins at the moment that was named', async () => {
  const media = await addMedia(server, room, anna);
  await addMedia(server, room, anna, 'second');
  await enter(berta);
  const { starts_at } = await put({ starts_at: inMs(100_000) });
  pass(98_000);
  const state = await until('it starts', async () => (await playback()).is_playing && playback());
  expect(state).toMatchObject({ media_id: media, position_seconds: 0, version: 1 });
  expect(state.start_at_ms).toBeCloseTo(Date.parse(starts_at), 0);
});

test('[SH6] [PB22] what is chosen goes on where it stands', async () => {
  await addMedia(server, room, anna);
  const media_id = await addMedia(server, room, anna, 'second');
  const chosen = { media_id, position_seconds: 42, paused: true };
  await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: chosen });
  await enter(berta);
  await put({ starts_at: inMs(2_000) });
  const state = await until('it goes on', async () => (await playback()).is_playing && playback());
  expect(state).toMatchObject({ media_id, position_seconds: 42, version: 2 });
});

test('[SH6] [PB22] what plays already is left alone', async () => {
  const media_id = await addMedia(server, room, anna);
  await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id } });
  await enter(berta);
  await put({ starts_at: inMs(1_000) });
  await afterAnotherStart();
  expect(await playback()).toMatchObject({ version: 1 });
});

test('[SH6] without the wish for it, no film starts', async () => {
  await addMedia(server, room, anna);
  await enter(berta);
  await put({ starts_at: inMs(1_000), starts_film: false });
  await afterAnotherStart();
  expect((await playback()).media_id ?? undefined).toBeUndefined();
});

test('[SH7] the film does not start into an empty room, but for whoever comes within a minute', async () => {
  await addMedia(server, room, anna);
  await put({ starts_at: inMs(20_000) });
  pass(30_000);
  await afterAnotherStart();
  expect(await playback()).toMatchObject({ is_playing: false });
  await enter(berta);
  pass(20_000);
  await until('it starts', async () => (await playback()).is_playing);
});

test('[SH7] after a minute it stays as it is', async () => {
  await addMedia(server, room, anna);
  await put({ starts_at: inMs(20_000) });
  clock.jump(90_000);
  await enter(berta);
  pass(0);
  await afterAnotherStart();
  expect(await playback()).toMatchObject({ is_playing: false });
});

test('[SH8] a start that was moved or cancelled does not happen at its old time', async () => {
  await addMedia(server, room, anna);
  await enter(berta);
  await put({ starts_at: inMs(3_300) });
  await put({ starts_at: inMs(3_600_000) });
  await afterAnotherStart();
  expect(await playback()).toMatchObject({ is_playing: false });
  await put({ starts_at: inMs(3_300) });
  await server.ok({ call: 'ScheduleService.ClearSchedule', token: anna.token, room });
  await afterAnotherStart();
  expect(await playback()).toMatchObject({ is_playing: false });
});

test('[SH8] two replicas with people in the room start the film once, and one that comes up later knows of it', async () => {
  await addMedia(server, room, anna);
  await put({ starts_at: inMs(100_000) });
  const other = await startTestServer({ database: server.database, clock });
  try {
    await Promise.all([enter(anna), enter(berta, other)]);
    pass(98_000);
    await until('it starts', async () => (await playback()).is_playing);
    pass(10_000);
    await afterAnotherStart();
    expect(await playback()).toMatchObject({ is_playing: true, version: 1 });
  } finally {
    await other.stop();
  }
});

test('[SH8] a server that was restarted starts the film', async () => {
  const media = await addMedia(server, room, anna);
  const first = await startTestServer({ database: server.database, clock });
  await put({ starts_at: inMs(100_000) }, first);
  await first.stop();
  clock.jump(90_000);
  const second = await startTestServer({ database: server.database, clock });
  try {
    await enter(berta, second);
    pass(8_000);
    await until('it starts', async () => (await playback()).media_id === media);
  } finally {
    await second.stop();
  }
});

/** The calendar file of the room. */
const calendar = (id = room) => server.http({ verb: 'GET', path: `/r/${id}/calendar.ics` });

test('[SH1] the start of a deleted room is not told, and that of a restored one is again', async () => {
  await put({ starts_at: inMs(3_600_000) });
  await server.ok({ call: 'RoomService.DeleteRoom', token: anna.token, room });
  expect((await calendar()).status).toBe(404);
  await server.ok({ call: 'UserService.RestoreRoom', token: anna.token, request: { room_id: room } });
  expect((await calendar()).status).toBe(200);
  expect(await shown()).toBeDefined();
});

test('[SH9] everybody with the link gets the start as a calendar file, the same event after it was moved', async () => {
  const media_id = await addMedia(server, room, anna);
  await server.sql('update media set duration_seconds = 5400 where id = $1', [media_id]);
  const starts = new Date(Date.UTC(new Date(clock.nowMs()).getUTCFullYear() + 1, 0, 1, 19));
  const { id } = await put({ starts_at: starts.toISOString(), title: 'Last, of the year' });
  const { status, headers, text } = await calendar();
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(text).toContain(`UID:${id}@`);
  expect(text).toContain('SEQUENCE:1\r\n');
  expect(text).toContain(`DTSTART:${String(starts.getUTCFullYear())}0101T190000Z\r\n`);
  expect(text).toContain('DURATION:PT5400S\r\n');
  expect(text).toContain('SUMMARY:Last\\, of the year (A room)\r\n');
  expect(text).toMatch(new RegExp(`URL:http[^ ]*/r/${room}\r\n`));
  await put({ starts_at: inMs(86_400_000) });
  const moved = (await calendar()).text;
  expect(moved).toContain(`UID:${id}@`);
  expect(moved).toContain('SEQUENCE:2\r\n');
});

test('[SH9] a password keeps the length of the film to those who know it', async () => {
  room = await makeRoom(server, anna, { password: 'pass word', visibility: 'hidden' });
  const media_id = await addMedia(server, room, anna);
  await server.sql('update media set duration_seconds = 5400 where id = $1', [media_id]);
  await put({ starts_at: inMs(86_400_000) });
  const { status, text } = await calendar();
  expect(status).toBe(200);
  expect(text).not.toContain('DURATION');
});

test('[SH9] without a start, and for a room that is closed or unknown, there is no file', async () => {
  expect((await calendar()).status).toBe(404);
  await put({ starts_at: inMs(86_400_000) });
  await server.sql('update rooms set status = 2 where id = $1', [room]);
  expect((await calendar()).status).toBe(404);
  for (const id of [`room_${'0'.repeat(26)}`, 'x'.repeat(90)]) expect((await calendar(id)).status).toBe(404);
});
