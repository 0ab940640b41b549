import { ReadyAnswer, ReadyCheckOutcome } from '@matinee/contract/gen/service/client/ready_checks_pb.ts';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { type ServerPair, startServerPair } from '@matinee/testkit/processes/server-pair.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toMessage } from './check-keeper.ts';
import { areAllReady, graceMs, lifeMs, presentIn, withAnswer, withAttendants } from './ready-check.ts';
import { sweepMs } from './watching.ts';

const clock = makeJumpingClock();
let pair: ServerPair;
let server: TestServer;
let replica: TestServer;
let people: [TestUser, TestUser, TestUser];
let room: string;
let items: [string, string];
beforeAll(async () => {
  pair = await startServerPair({ clock, settings: { 'server.maxRoomsPerUser': 100 } });
  ({ server, replica } = pair);
  people = [await server.signUp('anna'), await server.signUp('berta'), await server.signUp('carl')];
});
afterAll(async () => {
  await pair?.stop();
});
beforeEach(async () => {
  room = await makeRoom(server, people[0], { settings: { allow_guests: true } });
  await joinRoom(server, room, people[1], people[2]);
  items = [await addMedia(server, room, people[0], 'Metropolis'), await addMedia(server, room, people[0], 'M')];
  await choose(items[0]);
});

const choose = (media_id: string, paused = true) =>
  server.ok({ call: 'RoomService.StartPlayback', token: people[0].token, room, request: { media_id, paused } });
const begin = async () =>
  (await server.ok({ call: 'ReadyCheckService.BeginReadyCheck', token: people[0].token, room })).ready_check;
const end = () => server.ok({ call: 'ReadyCheckService.EndReadyCheck', token: people[0].token, room });
const answer = (token: string, ready_check_id: string, given: string, at = server) =>
  at.ok({
    call: 'ReadyCheckService.AnswerReadyCheck',
    token,
    room,
    request: { ready_check_id, answer: given },
  });
const read = async ({ token } = people[1], at = server) =>
  at.ok({ call: 'ReadyCheckService.GetReadyCheck', token, room });
const check = async (at = server) => (await read(people[1], at)).ready_check;
const state = async () =>
  (await server.ok({ call: 'RoomService.GetPlayback', token: people[0].token, room })).playback_state;

const enter = (tokens: readonly string[], members?: number) => pair.enter(room, tokens, members);

const person = (id: string) => ({ id, name: id, isGuest: false });
const empty = { id: 'rdy_1', mediaId: 'm', starterId: 'anna', starterName: 'Anna', endsAtMs: 1_000, people: [] };

test('[RY2] [RY4] who is away for ten seconds does not count any more, and comes back with their answer', () => {
  const both = withAttendants(empty, [person('anna'), person('berta')], 0);
  const one = withAnswer(both, person('berta'), ReadyAnswer.READY, 0);
  const away = withAttendants(withAttendants(one, [person('anna')], 100), [person('anna')], 99 + graceMs);
  expect(presentIn(away).map(({ id }) => id)).toEqual(['anna', 'berta']);
  const gone = withAttendants(away, [person('anna')], 100 + graceMs);
  expect(presentIn(gone).map(({ id }) => id)).toEqual(['anna']);
  const back = withAttendants(gone, [person('berta'), person('anna')], 200 + graceMs);
  expect(presentIn(back)).toMatchObject([{ id: 'anna' }, { id: 'berta', answer: ReadyAnswer.READY }]);
});

test('[RY3] [RY4] who comes later has to be ready too', () => {
  const ready = withAnswer(empty, person('anna'), ReadyAnswer.READY, 0);
  expect([areAllReady(ready, 1), areAllReady(ready, 2), areAllReady(empty, 0)]).toEqual([true, false, true]);
  const two = withAttendants(ready, [person('anna'), person('berta')], 0);
  expect(areAllReady(two, 1)).toBe(false);
  expect(areAllReady(withAnswer(two, person('berta'), ReadyAnswer.NOT_YET, 0), 1)).toBe(false);
  expect(areAllReady(withAnswer(two, person('berta'), ReadyAnswer.READY, 0), 2)).toBe(true);
});

test('[RY5] of more than a hundred people those are named first who are not ready', () => {
  const names = Array.from({ length: 120 }, (_, place) => person(`p${place}`));
  const all = withAttendants(empty, names, 0);
  const some = names.slice(0, 60).reduce((held, one) => withAnswer(held, one, ReadyAnswer.READY, 0), all);
  const message = toMessage(some);
  expect(message).toMatchObject({ present: 120, ready: 60, notYet: 0 });
  expect(message.people).toHaveLength(100);
  expect(message.people?.slice(0, 60).map(({ id }) => id)).toEqual(names.slice(60).map(({ id }) => id));
});

test('[RY2] [RY3] [RY5] members and guests count once on whichever replica, all see who is ready, and the film starts once', async () => {
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const here = await enter([people[0].token, people[1].token, guestToken, people[1].token], 2);
  const [near, far] = here.sockets as [(typeof here.sockets)[0], (typeof here.sockets)[0]];
  for (const socket of [near, far]) {
    await socket.observe({ case: 'readyCheck', value: {} });
    expect((await socket.change('readyCheck')).readyCheck).toBeUndefined();
  }
  const { id } = await begin();
  await expect.poll(() => check(replica)).toMatchObject({ id, present: 3, ready: 1 });
  await Promise.all([
    answer(people[1].token, id, 'ready'),
    answer(people[1].token, id, 'ready', replica),
    answer(people[1].token, id, 'ready'),
  ]);
  const isTwo = ({ readyCheck }: { readonly readyCheck?: { readonly ready: number } | undefined }) =>
    readyCheck?.ready === 2;
  for (const socket of [near, far])
    expect(await socket.change('readyCheck', isTwo)).toMatchObject({
      readyCheck: { present: 3, ready: 2, starterId: people[0].id },
    });
  await answer(people[1].token, id, 'not_yet', replica);
  expect(await read(people[1])).toMatchObject({ own_answer: 'not_yet', ready_check: { ready: 1, not_yet: 1 } });
  const before = (await state()).version;
  await Promise.all([answer(guestToken, id, 'ready', replica), answer(people[1].token, id, 'ready')]);
  await expect.poll(state).toMatchObject({ is_playing: true, action: 'play', version: before + 1 });
  for (const socket of [near, far])
    expect(await socket.change('readyCheck', ({ readyCheck }) => readyCheck === undefined)).toBeTruthy();
  expect(await check()).toBeUndefined();
  await here.leave();
});

test('[RY3] [RY4] who comes later is asked, and when the last who was not ready leaves, the film starts', async () => {
  const here = await enter([people[0].token, people[1].token]);
  const { id } = await begin();
  await answer(people[1].token, id, 'ready');
  await expect.poll(state).toMatchObject({ is_playing: true });
  await server.ok({
    call: 'RoomService.UpdatePlaybackState',
    token: people[0].token,
    room,
    request: { is_playing: false },
  });
  const again = await begin();
  const late = await server.socket(room, people[2].token);
  await expect.poll(check).toMatchObject({ id: again.id, present: 3, ready: 1 });
  await answer(people[1].token, again.id, 'ready');
  expect(await state()).toMatchObject({ is_playing: false });
  await late.close();
  const away = '%"goneSinceMs": 1%';
  await expect
    .poll(() => server.sql('select 1 from ready_checks where room_id = $1 and people::text like $2', [room, away]))
    .toHaveLength(1);
  clock.jump(graceMs);
  await expect.poll(state).toMatchObject({ is_playing: true });
  await here.leave();
});

test('[RY6] a check ends when it is called off, when a film starts in another way, and when another item is chosen', async () => {
  await begin();
  await end();
  expect(await check()).toBeUndefined();
  await begin();
  await choose(items[0], false);
  expect(await check()).toBeUndefined();
  await choose(items[0]);
  const { id } = await begin();
  await choose(items[1]);
  expect(await check()).toBeUndefined();
  const late = { call: 'ReadyCheckService.AnswerReadyCheck', token: people[1].token, room };
  const refused = await server.rest({ ...late, request: { ready_check_id: id, answer: 'ready' } });
  expect(refused.reason).toBe('ready_checks.over');
});

test('[RY8] everybody is told what came out, and who was not ready', async () => {
  const here = await enter([people[0].token, people[1].token]);
  const [socket] = here.sockets as [(typeof here.sockets)[0]];
  await socket.observe({ case: 'readyCheck', value: {} });
  const ended = async () => (await socket.change('readyCheck', (change) => change.ended !== undefined)).ended;
  const { CALLED_OFF, STARTED, ALL_READY, OTHER_ITEM, TIMED_OUT } = ReadyCheckOutcome;
  const { id } = await begin();
  await end();
  const berta = { id: people[1].id };
  expect(await ended()).toMatchObject({ id, outcome: CALLED_OFF, present: 2, ready: 1, notReady: [berta] });
  await begin();
  await choose(items[1]);
  expect(await ended()).toMatchObject({ outcome: OTHER_ITEM, notReady: [berta] });
  const request = (is_playing: boolean) => ({
    ...{ call: 'RoomService.UpdatePlaybackState', token: people[0].token, room },
    request: { is_playing },
  });
  await begin();
  await server.ok(request(true));
  expect(await ended()).toMatchObject({ outcome: STARTED, actorDisplayName: people[0].username });
  await server.ok(request(false));
  await answer(people[1].token, (await begin()).id, 'ready');
  expect(await ended()).toMatchObject({ outcome: ALL_READY, present: 2, ready: 2, notReady: [], actorDisplayName: '' });
  await server.ok(request(false));
  await begin();
  clock.jump(lifeMs);
  expect(await ended()).toMatchObject({ outcome: TIMED_OUT, present: 2, ready: 1 });
  await here.leave();
});

test('[RY6] a seek and a break leave the check as it is', async () => {
  const { id } = await begin();
  const request = { position_seconds: 5, take_break: { seconds: 60, goes_on: false } };
  await server.ok({ call: 'RoomService.UpdatePlaybackState', token: people[0].token, room, request });
  expect(await check()).toMatchObject({ id });
});

test('[RY6] when all have left the check ends, and after five minutes', async () => {
  const kept = () => server.sql('select 1 from ready_checks where room_id = $1', [room]);
  await begin();
  clock.jump(graceMs);
  await expect.poll(kept).toEqual([]);
  const here = await enter([people[0].token, people[1].token]);
  const { id } = await begin();
  clock.jump(lifeMs);
  expect(await check()).toBeUndefined();
  await expect.poll(kept).toEqual([]);
  expect((await begin()).id).not.toBe(id);
  await here.leave();
});

test('[RY7] another process goes on with a check, and sees who comes', async () => {
  const other = await startTestServer({ clock, database: server.database });
  const begun = { call: 'ReadyCheckService.BeginReadyCheck', token: people[0].token, room };
  const { id } = (await other.ok(begun)).ready_check;
  await answer(people[1].token, id, 'not_yet', other);
  await other.stop();
  const next = await startTestServer({ clock, database: server.database });
  try {
    expect(await check(next)).toMatchObject({ id, ready: 1, not_yet: 1 });
    const sockets = await Promise.all(people.map(({ token }) => next.socket(room, token)));
    clock.runEvery(sweepMs);
    await expect.poll(() => check(next)).toMatchObject({ id, present: 3 });
    for (const { token } of people) await answer(token, id, 'ready', next);
    await expect.poll(state).toMatchObject({ is_playing: true });
    await Promise.all(sockets.map((socket) => socket.close()));
  } finally {
    await next.stop();
  }
});
