import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { passBeat } from '@matinee/testkit/clocks/watching-beat.ts';
import { type ServerPair, startServerPair } from '@matinee/testkit/processes/server-pair.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { daysIn } from './calendar.ts';
import { meanOf, momentsOf, placesByItem } from './evening-messages.ts';

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
const refused = async (name: string, { token }: TestUser, request: object) =>
  (await server.rest({ call: name, token, room, request: request as never })).reason;
const evenings = async (user: TestUser, request: object = {}) =>
  (await call('EveningsService.ListEvenings', user, request)).evenings;
const idsOf = (all: { id: string }[]) => all.map(({ id }) => id);
const peopleOf = ({ people }: { people: { user_id: string }[] }) => people.map(({ user_id }) => user_id).sort();
const start = (media_id: string) => call('RoomService.StartPlayback', anna, { media_id });

const beat = () => passBeat(server, clock, anna);

const enter = (...people: readonly TestUser[]) =>
  pair.enter(
    room,
    people.map(({ token }) => token),
  );

/** Lets people watch for a minute and a half. */
async function watch(...people: readonly TestUser[]): Promise<void> {
  const here = await enter(...people);
  for (let beats = 0; beats < 4; beats++) await beat();
  await here.leave();
}

/** As if everything in the room had been so much earlier. */
const earlier = (by: string) =>
  server.sql(
    `update evenings set last_played_at = last_played_at - $2::interval, started_at = started_at - $2::interval
     where room_id = $1`,
    [room, by],
  );

test('[EV1] [EV2] [EV3] [EV4] an evening has what played and who was there, once over replicas and films', async () => {
  const second = await addMedia(server, room, anna, 'M');
  await watch(anna, berta);
  await call('RoomService.UpdatePlaybackState', anna, { position_seconds: 8_000 });
  await start(second);
  await watch(anna);
  await call('RatingsService.RateItem', anna, { media_id: film, face: 5 });
  await call('RatingsService.RateItem', berta, { media_id: film, face: 2 });
  await call('RoomService.SendFilmReaction', anna, { reaction_key: '❤️' });
  const moments = async () => (await evenings(berta))[0].items.map((item: { moments: object[] }) => item.moments);
  await expect.poll(moments).toMatchObject([[], [{ people: 1, reaction_key: '❤️' }]]);
  const [evening, ...others] = await evenings(berta);
  expect(others).toEqual([]);
  expect(evening).toMatchObject({ is_going_on: true, people_count: 2, was_there: true });
  expect(peopleOf(evening)).toEqual([anna.id, berta.id].sort());
  expect(evening.items).toMatchObject([
    { media_id: film, name: 'Metropolis', duration_seconds: 9_000, rating_mean: 3.5, rating_count: 2 },
    { media_id: second, name: 'M', availability: 'available', rating_count: 0 },
  ]);
  expect(evening.items[0].position_seconds).toBeGreaterThanOrEqual(8_000);
  expect(await server.sql('select 1 from evenings where room_id = $1', [room])).toHaveLength(1);
});

test('[EV1] goes on after a dinner, and another one begins after two hours; a minute makes it one', async () => {
  await watch(anna);
  await earlier('110 minutes');
  const here = await enter(anna);
  await beat();
  expect(await evenings(anna)).toHaveLength(1);
  await earlier('2 hours');
  await beat();
  await beat();
  const [first] = await evenings(anna);
  expect([first.is_going_on, await server.sql('select 1 from evenings where room_id = $1', [room])]).toMatchObject([
    false,
    [{}, {}],
  ]);
  await call('RoomService.UpdatePlaybackState', anna, { is_playing: false });
  await earlier('2 hours');
  await here.leave();
  clock.runEvery(hourMs);
  const stored = async () => idsOf((await server.sql('select id from evenings where room_id = $1', [room])) as never);
  await expect.poll(stored).toEqual([first.id]);
});

test('[EV3] outlives the history and the item', async () => {
  await watch(anna);
  await call('RoomService.ClearPlaybackHistory', anna);
  await call('RoomService.DeleteMedia', anna, { media_id: film });
  expect((await evenings(anna))[0].items).toMatchObject([
    { name: 'Metropolis', availability: 'deleted', thumbnail: '' },
  ]);
});

test('[EV4] names nobody who keeps no history, who has left, or to people who may not see members', async () => {
  const request = { preferences: { keep_watched: false } };
  const carla = await server.signUp('carla');
  await joinRoom(server, room, carla);
  await server.ok({ call: 'UserService.UpdateUserPreferences', token: berta.token, request });
  await watch(anna, berta, carla);
  expect(peopleOf((await evenings(anna))[0])).toEqual([anna.id, carla.id].sort());
  const settings = { member_permissions: { removed: ['view_members'] } };
  await call('RoomService.UpdateRoomSettings', anna, { settings });
  expect((await evenings(carla))[0]).toMatchObject({ people: [], people_count: 0, was_there: true });
  await call('RoomService.KickMember', anna, { user_id: carla.id, cooldown_seconds: 1 });
  expect((await evenings(anna))[0]).toMatchObject({ people: [{ user_id: anna.id }], people_count: 1 });
});

test('[EV5] members read the evenings at which they were, and who may see the history all, by pages', async () => {
  await watch(anna);
  await earlier('3 hours');
  await watch(anna, berta);
  const all = await evenings(anna);
  expect(all).toHaveLength(2);
  expect(idsOf(await evenings(berta))).toEqual([all[0].id]);
  expect(await refused('EveningsService.GetEvening', berta, { evening_id: all[1].id })).toBe('evenings.not_found');
  const { evening } = await call('EveningsService.GetEvening', anna, { evening_id: all[1].id });
  expect(peopleOf(evening)).toEqual([anna.id]);
  const first = await call('EveningsService.ListEvenings', anna, { page_size: 1 });
  const rest = { page_size: 1, cursor: first.next_cursor };
  const last = await call('EveningsService.ListEvenings', anna, rest);
  expect([idsOf(first.evenings), idsOf(last.evenings), last.next_cursor]).toEqual([
    [all[0].id],
    [all[1].id],
    undefined,
  ]);
  const onThisDay = { ...rest, on_this_day: true };
  expect(await refused('EveningsService.ListEvenings', anna, onThisDay)).toBe('evenings.invalid_cursor');
});

test('[EV6] a person is forgotten for the whole evening, and an evening is deleted for everybody', async () => {
  await watch(anna, berta);
  const [{ id }] = await evenings(berta);
  const stranger = await server.signUp('dora');
  const otherRoom = await makeRoom(server, stranger);
  const foreign = { call: 'EveningsService.LeaveEvening', token: stranger.token, room: otherRoom };
  expect(await server.rest({ ...foreign, request: { evening_id: id } })).toMatchObject({ status: 404 });
  await call('EveningsService.LeaveEvening', berta, { evening_id: id });
  await watch(anna, berta);
  expect(await evenings(berta)).toEqual([]);
  expect((await evenings(anna))[0]).toMatchObject({ people: [{ user_id: anna.id }], people_count: 1 });
  await earlier('3 hours');
  clock.runEvery(hourMs);
  const rows = async () => server.sql('select 1 from evening_people where user_id = $1', [berta.id]);
  await expect.poll(rows).toEqual([]);
  expect(await refused('EveningsService.DeleteEvening', berta, { evening_id: id })).toBe('call.missing_permission');
  await call('EveningsService.DeleteEvening', anna, { evening_id: id });
  expect(await evenings(anna)).toEqual([]);
});

test('[EV7] a room keeps the newest thousand', async () => {
  await server.sql(
    `insert into evenings select 'eve_0' || lpad(n::text, 25, '0'), $1, now() - interval '1 year',
      now() - interval '1 year', 90 from generate_series(1, 1005) n`,
    [room],
  );
  await watch(anna);
  const count = (await server.sql('select count(*)::int from evenings where room_id = $1', [room])) as never;
  expect(count).toEqual([{ count: 1_000 }]);
  expect((await evenings(anna))[0]).toMatchObject({ is_going_on: true });
});

test('[EV8] a room that keeps no evenings gets none, and one that did keeps what it has', async () => {
  const keep = (keep_evenings: boolean) =>
    call('RoomService.UpdateRoomSettings', anna, { settings: { keep_evenings } });
  await keep(false);
  await watch(anna);
  expect(await server.sql('select 1 from evenings where room_id = $1', [room])).toEqual([]);
  await keep(true);
  await watch(anna);
  await keep(false);
  const [before] = await server.sql('select watched_seconds from evenings where room_id = $1', [room]);
  await watch(anna);
  expect(await server.sql('select watched_seconds from evenings where room_id = $1', [room])).toEqual([before]);
  expect(await evenings(anna)).toHaveLength(1);
});

test('[EV9] on this day are the evenings of earlier years', async () => {
  await watch(anna);
  const today = { on_this_day: true, time_zone: 'Asia/Tokyo' };
  expect(await evenings(anna, today)).toEqual([]);
  await earlier('4 years');
  await watch(anna);
  const [, old] = await evenings(anna);
  expect(idsOf(await evenings(anna, today))).toEqual([old.id]);
  await earlier('3 days');
  expect(await evenings(anna, today)).toEqual([]);
  const wrong = { on_this_day: true, time_zone: 'Mars/Olympus' };
  expect(await refused('EveningsService.ListEvenings', anna, wrong)).toBe('evenings.unknown_time_zone');
});

test('[EV9] a day lasts until four in the morning of the time zone', () => {
  const dayOf = daysIn('Europe/Berlin')!;
  expect(dayOf(new Date('2026-11-29T02:30:00Z'))).toEqual({ year: 2026, date: '11-28' });
  expect(dayOf(new Date('2026-11-29T03:30:00Z'))).toEqual({ year: 2026, date: '11-29' });
  expect(daysIn('America/New_York')!(new Date('2026-01-01T05:00:00Z'))).toEqual({ year: 2025, date: '12-31' });
  expect(daysIn('nowhere')).toBeUndefined();
});

test('[EV4] three moments are those of the whole evening, and a mean is that of all faces', () => {
  const place = (mediaId: string, at: number, people: number) => ({ mediaId, place: at, people, reactionKey: '👍' });
  const places = [place('a', 30, 5), place('a', 10, 4), place('a', 20, 1), place('b', 7, 3), place('b', 90, 2)];
  expect(momentsOf(['a', 'b'], placesByItem(places)).map(({ mediaId, place }) => [mediaId, place])).toEqual([
    ['a', 10],
    ['a', 30],
    ['b', 7],
  ]);
  expect(meanOf([1, 0, 0, 0, 3])).toEqual({ ratingMean: 4, ratingCount: 4 });
  expect([meanOf([0, 0, 0, 0, 0]), meanOf([])]).toEqual([undefined, undefined]);
});

test('[EV10] that somebody was there goes with the account', async () => {
  await watch(anna, berta);
  const { token } = await server.signIn();
  await server.ok({ call: 'AdminService.DeleteUser', token, request: { user_id: berta.id } });
  expect(peopleOf((await evenings(anna))[0])).toEqual([anna.id]);
  clock.jump(30 * 24 * hourMs + 1_000);
  clock.runEvery(600_000);
  const rows = () => server.sql('select 1 from evening_people where user_id = $1', [berta.id]);
  await expect.poll(rows).toEqual([]);
});
