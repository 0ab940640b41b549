import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeAt } from './history.service.ts';

const dayMs = 86_400_000;

let clock: JumpingClock;
let server: TestServer;
let anna: TestUser;
beforeAll(async () => {
  clock = makeJumpingClock();
  server = await startTestServer({ clock });
  anna = await server.signUp('anna');
});
afterAll(() => server?.stop());

const call = (room: string, name: string, request: object = {}) =>
  server.rest({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });
const entriesOf = async (room: string) => (await call(room, 'ListPlaybackHistory', { page_size: 100 })).json.entries;

test('[PH1] what is started again while it plays is one entry; a refused start is none', async () => {
  const room = await makeRoom(server, anna);
  const one = await addMedia(server, room, anna, 'one');
  const two = await addMedia(server, room, anna, 'two');
  await call(room, 'StartPlayback', { media_id: one });
  await call(room, 'StartPlayback', { media_id: one, position_seconds: 7 });
  await call(room, 'StartPlayback', { media_id: 'med_none' });
  await call(room, 'PlayNext');
  expect(await entriesOf(room)).toMatchObject([
    { media_id: two, started_by_id: anna.id },
    { media_id: one, started_by_id: anna.id },
  ]);
});

test('[PH2] an entry says when it ended and how far it came: by the next item, by a stop, by its deletion', async () => {
  const room = await makeRoom(server, anna);
  const one = await addMedia(server, room, anna, 'one');
  const two = await addMedia(server, room, anna, 'two');
  await call(room, 'StartPlayback', { media_id: one, position_seconds: 100 });
  clock.jump(60_000);
  await call(room, 'StartPlayback', { media_id: two });
  clock.jump(30_000);
  await call(room, 'StopPlayback');
  await call(room, 'StartPlayback', { media_id: one, position_seconds: 5, paused: true });
  expect((await entriesOf(room))[0].ended_at).toBeUndefined();
  await call(room, 'DeleteMedia', { media_id: one });
  const [third, second, first] = await entriesOf(room);
  expect(first.position_seconds).toBeGreaterThan(158);
  expect(first.position_seconds).toBeLessThan(162);
  expect(Date.parse(first.ended_at) - Date.parse(first.started_at)).toBeGreaterThanOrEqual(60_000);
  expect(second.position_seconds).toBeGreaterThan(28);
  expect(third).toMatchObject({ media_id: one, position_seconds: 5, availability: 'deleted' });
  expect(third.ended_at).toBeDefined();
});

test('[PH6] a room keeps its last 1 000 entries', async () => {
  const room = await makeRoom(server, anna);
  const one = await addMedia(server, room, anna, 'one');
  await server.sql(
    `insert into playback_history (id, room_id, media_id, playlist_id, name, started_at, ended_at, position_seconds)
     select 'ph_0' || lpad(n::text, 25, '0'), $1, $2, '', 'old', now(), now(), 0 from generate_series(1, 1000) n`,
    [room, one],
  );
  await call(room, 'StartPlayback', { media_id: one });
  const { entries, total } = (await call(room, 'ListPlaybackHistory')).json;
  expect(total).toBe(1_000);
  expect(entries[0]).toMatchObject({ media_id: one, started_by_id: anna.id });
});

test('[PH6] an entry is deleted after 90 days', async () => {
  const room = await makeRoom(server, anna);
  const one = await addMedia(server, room, anna, 'one');
  await call(room, 'StartPlayback', { media_id: one });
  await call(room, 'StopPlayback');
  await server.sql(`update playback_history set started_at = started_at - interval '89 days' where room_id = $1`, [
    room,
  ]);
  await clean();
  expect(await entriesOf(room)).toHaveLength(1);
  await server.sql(`update playback_history set started_at = started_at - interval '2 days' where room_id = $1`, [
    room,
  ]);
  await clean();
  await expect.poll(() => entriesOf(room)).toEqual([]);
});

/** Runs the cleaning, and waits until it has deleted an entry that is much too old. */
async function clean(): Promise<void> {
  const room = await makeRoom(server, anna);
  await server.sql(
    `insert into playback_history (id, room_id, media_id, playlist_id, name, started_at, ended_at, position_seconds)
     values ('ph_' || $1, $1, '', '', 'old', now() - interval '200 days', now(), 0)`,
    [room],
  );
  clock.runEvery(dayMs / 24);
  await expect.poll(() => entriesOf(room)).toEqual([]);
}

test('[PH8] who observes the history is told what begins, ends and is deleted', async () => {
  const room = await makeRoom(server, anna);
  const one = await addMedia(server, room, anna, 'one');
  const two = await addMedia(server, room, anna, 'two');
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'playbackHistory', value: {} });
  const next = () => socket.change('playbackHistory');
  expect(await next()).toMatchObject({ entries: [] });
  await call(room, 'StartPlayback', { media_id: one, position_seconds: 9, paused: true });
  expect(await next()).toMatchObject({ entries: [{ mediaId: one, startedById: anna.id }] });
  await call(room, 'StartPlayback', { media_id: two });
  expect(await next()).toMatchObject({ entries: [{ mediaId: two }], ended: { positionSeconds: 9 } });
  const [latest] = await entriesOf(room);
  await call(room, 'DeletePlaybackHistoryEntry', { entry_id: latest.id });
  expect(await next()).toMatchObject({ deletedIds: [latest.id] });
  await call(room, 'ClearPlaybackHistory');
  expect(await next()).toMatchObject({ cleared: true });
  await socket.close();
});

test('[PH4] what was played to its end begins anew', () => {
  expect(resumeAt({ position_seconds: 40, duration_seconds: null })).toBe(40);
  expect(resumeAt({ position_seconds: 40, duration_seconds: 100 })).toBe(40);
  expect(resumeAt({ position_seconds: 92, duration_seconds: 100 })).toBe(0);
  expect(resumeAt({ position_seconds: 100, duration_seconds: 100 })).toBe(0);
});
