import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { passBeat } from '@matinee/testkit/clocks/watching-beat.ts';
import { type ServerPair, startServerPair } from '@matinee/testkit/processes/server-pair.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unfinishedOf } from './reading.service.ts';
import { isEnd } from './recording.ts';

const hourMs = 60 * 60_000;
let pair: ServerPair;
let clock: JumpingClock;
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let film: string;
beforeAll(async () => {
  clock = makeJumpingClock();
  pair = await startServerPair({ clock, settings: { 'server.maxRoomsPerUser': 100 } });
  ({ server } = pair);
});
afterAll(async () => {
  await pair?.stop();
});
beforeEach(async () => {
  [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
  room = await makeRoom(server, anna, { name: 'Film club' });
  await joinRoom(server, room, berta);
  film = await addMedia(server, room, anna, 'Metropolis');
  await call('RoomService.StartPlayback', anna, { media_id: film, position_seconds: 100 });
  await server.sql('update playback_states set duration_seconds = 9000 where room_id = $1', [room]);
});

const call = (name: string, { token }: TestUser, request: object = {}) =>
  server.ok({ call: name, token, room, request: request as never });
const watched = async (user: TestUser, request: object = {}) =>
  (await call('WatchedService.ListWatched', user, request)).entries;
const unfinished = async (user: TestUser) => (await call('WatchedService.ListUnfinished', user)).entries;
const stored = async (user: TestUser): Promise<{ watched_seconds: number; left_at: Date }[]> =>
  (await server.sql('select * from watched_entries where user_id = $1 order by id', [user.id])) as never;

let present = 0;

/**
 * Writes on all replicas as if an interval had passed since the last time, and waits until it is written that these
 * people watch. The clock stays: after a jump, replicas would take one another for dead.
 */
async function beat(...people: readonly TestUser[]): Promise<void> {
  await pair.untilPresent(room, anna.token, present);
  await passBeat(server, clock, ...people);
}

function enter(...people: readonly TestUser[]) {
  present = people.length;
  return pair.enter(
    room,
    people.map(({ token }) => token),
  );
}

/** As if a person had left what they watch that much earlier. */
const leaveEarlier = (user: TestUser, by: string) =>
  server.sql('update watched_entries set left_at = left_at - $2::interval where user_id = $1', [user.id, by]);

/** Lets people watch for a minute and a half. */
async function watch(...people: readonly TestUser[]): Promise<void> {
  const here = await enter(...people);
  for (let beats = 0; beats < 4; beats++) await beat(...people);
  await here.leave();
}

test('[OH3] the end of an item is its last part', () => {
  expect(isEnd(100, null)).toBe(false);
  expect(isEnd(6_800, 7_200)).toBe(false);
  expect(isEnd(6_841, 7_200)).toBe(true);
  expect([isEnd(50, 100), isEnd(56, 100)]).toEqual([false, true]);
});

test('[OH1] [OH2] [OH6] who watches has one entry, counted once over replicas, with those who watched along', async () => {
  await watch(anna, berta);
  const [entry, ...others] = await watched(anna);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    media_id: film,
    name: 'Metropolis',
    finished: false,
    duration_seconds: 9_000,
    room: { id: room, name: 'Film club' },
    companions: [{ user_id: berta.id, username: berta.username }],
    companion_count: 1,
  });
  expect(entry.watched_seconds).toBeGreaterThanOrEqual(88);
  expect(entry.watched_seconds).toBeLessThan(200);
  expect(entry.position_seconds).toBeGreaterThanOrEqual(100);
  expect(await stored(berta)).toHaveLength(1);
});

test('[OH1] less than a minute is not shown, a pause does not count, and who comes back goes on', async () => {
  const here = await enter(anna, berta);
  await beat(anna);
  await beat(anna);
  expect(await watched(anna)).toEqual([]);
  await call('RoomService.UpdatePlaybackState', anna, { is_playing: false });
  const before = await stored(anna);
  const other = await makeRoom(server, berta);
  const item = (await server.ok({
    call: 'RoomService.AddMedia',
    token: berta.token,
    room: other,
    request: { name: 'M', source: { direct_url: { url: 'https://media.example.org/m.mp4' } } },
  })) as { media: { id: string } };
  await server.ok({
    call: 'RoomService.StartPlayback',
    token: berta.token,
    room: other,
    request: { media_id: item.media.id },
  });
  const elsewhere = await server.socket(other, berta.token);
  // What is written of the other room shows that the beat is over.
  await beat(berta);
  expect((await stored(anna))[0]!.watched_seconds).toBe(before[0]!.watched_seconds);
  await elsewhere.close();
  await leaveEarlier(anna, '10 minutes');
  await call('RoomService.UpdatePlaybackState', anna, { is_playing: true });
  for (let beats = 0; beats < 3; beats++) await beat(anna);
  const [entry] = await stored(anna);
  expect(await stored(anna)).toHaveLength(1);
  expect(entry!.watched_seconds).toBeLessThan(100);
  await leaveEarlier(anna, '4 hours');
  await beat(anna);
  expect(await stored(anna)).toHaveLength(2);
  await here.leave();
});

test('[OH4] [OH7] a person reads, searches and erases what is theirs', async () => {
  await watch(anna, berta);
  const second = await addMedia(server, room, anna, 'M 100%');
  await call('RoomService.StartPlayback', anna, { media_id: second });
  await watch(anna);
  const names = (entries: { name: string }[]) => entries.map(({ name }) => name);
  expect(names(await watched(anna))).toEqual(['M 100%', 'Metropolis']);
  expect(names(await watched(anna, { search: 'metro' }))).toEqual(['Metropolis']);
  expect(names(await watched(anna, { search: '100%' }))).toEqual(['M 100%']);
  const first = await call('WatchedService.ListWatched', anna, { page_size: 1 });
  expect(names(first.entries)).toEqual(['M 100%']);
  const next = { page_size: 1, cursor: first.next_cursor };
  const rest = await call('WatchedService.ListWatched', anna, next);
  expect([names(rest.entries), rest.next_cursor]).toEqual([['Metropolis'], undefined]);
  const foreign = await server.rest({ call: 'WatchedService.ListWatched', token: berta.token, request: next });
  expect(foreign).toMatchObject({ status: 400, reason: 'watched.invalid_cursor' });
  const [{ id }] = await watched(anna);
  const erase = { call: 'WatchedService.DeleteWatchedEntry', request: { entry_id: id } };
  expect(await server.rest({ ...erase, token: berta.token })).toMatchObject({ status: 404 });
  await server.ok({ ...erase, token: anna.token });
  expect(names(await watched(anna))).toEqual(['Metropolis']);
  expect(await call('WatchedService.ClearWatched', anna)).toEqual({ deleted_count: 1 });
  expect([await watched(anna), names(await watched(berta))]).toEqual([[], ['Metropolis']]);
});

test('[OH5] the room and what is in it show as long as the person may see them, the title stays', async () => {
  await watch(anna, berta);
  const [entry] = await watched(berta, { with_sources: true });
  expect(entry.source).toMatchObject({ direct_url: { url: 'https://media.example.org/Metropolis.mp4' } });
  expect((await watched(berta))[0].source).toBeUndefined();
  await call('RoomService.KickMember', anna, { user_id: berta.id, cooldown_seconds: 1 });
  const [left] = await watched(berta, { with_sources: true });
  expect(left).toMatchObject({ name: 'Metropolis', companions: [{ user_id: anna.id }] });
  expect([left.room, left.source]).toEqual([undefined, undefined]);
  await call('RoomService.DeleteRoom', anna);
  const [gone] = await watched(anna);
  expect([gone.name, gone.room]).toEqual(['Metropolis', undefined]);
  expect(await unfinished(anna)).toEqual([]);
});

test('[OH8] who keeps no history has none, and is named to nobody', async () => {
  const request = { preferences: { keep_watched: false } };
  await server.ok({ call: 'UserService.UpdateUserPreferences', token: berta.token, request });
  const here = await enter(anna, berta);
  for (let beats = 0; beats < 4; beats++) await beat(anna);
  await here.leave();
  expect(await stored(berta)).toEqual([]);
  expect((await watched(anna))[0]).toMatchObject({ companions: [], companion_count: 0 });
});

test('[OH9] what is too old or too much is deleted', async () => {
  await watch(anna, berta);
  const copies = `insert into watched_entries
    select 'wat_0' || lpad(n::text, 25, '0'), user_id, room_id, media_id, name, started_at, left_at, 90, 0, null, false
    from watched_entries, generate_series(1, 2005) n where user_id = $1`;
  await server.sql(copies, [anna.id]);
  await server.sql(`update watched_entries set started_at = started_at - interval '731 days' where user_id = $1`, [
    berta.id,
  ]);
  clock.runEvery(hourMs);
  await expect.poll(() => stored(berta)).toEqual([]);
  await expect.poll(async () => (await stored(anna)).length).toBe(2_000);
  expect((await watched(anna))[0].watched_seconds).toBeGreaterThan(80);
});

test('[OH11] what was not watched to its end is offered while the room has it', async () => {
  await watch(anna, berta);
  expect(await unfinished(berta)).toMatchObject([{ media_id: film, plays_now: true, room: { id: room } }]);
  const second = await addMedia(server, room, anna, 'M');
  await call('RoomService.StartPlayback', anna, { media_id: second });
  expect(await unfinished(berta)).toMatchObject([{ media_id: film, plays_now: false }]);
  await call('RoomService.DeleteMedia', anna, { media_id: film });
  expect(await unfinished(berta)).toEqual([]);
  expect((await watched(berta))[0].name).toBe('Metropolis');
});

test('[OH11] the newest entry of an item says whether it was watched to the end', () => {
  const row = (id: string, finished: boolean, media_id = 'm', duration_seconds: number | null = 100) =>
    ({ id, room_id: 'r', media_id, finished, duration_seconds }) as never;
  const idsOf = (rows: Parameters<typeof unfinishedOf>[0]) => unfinishedOf(rows).map(({ id }) => id);
  expect(idsOf([row('3', false), row('2', true), row('1', false, 'n')])).toEqual(['3', '1']);
  expect(idsOf([row('3', true), row('2', false), row('1', false, 'live', null)])).toEqual([]);
});

test('[OH10] goes with the account', async () => {
  await watch(anna, berta);
  expect(await stored(berta)).toHaveLength(1);
  const { token } = await server.signIn();
  await server.ok({ call: 'AdminService.DeleteUser', token, request: { user_id: berta.id } });
  clock.jump(30 * 24 * hourMs + 1_000);
  clock.runEvery(600_000);
  const accounts = () => server.sql('select 1 from users where id = $1', [berta.id]);
  await expect.poll(accounts).toEqual([]);
  expect(await stored(berta)).toEqual([]);
});
