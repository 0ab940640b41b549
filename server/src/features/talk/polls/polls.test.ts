import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** Replicas look for ends this often, in milliseconds. */
const lookEveryMs = 15_000;
/** Deleted accounts are looked for this often, in milliseconds. */
const erasePeriodMs = 600_000;

const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ clock, settings: { 'server.maxRoomsPerUser': 100 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});

const query = { case: 'polls', value: {} } as const;
const open = async (request: object = {}, { token } = anna) =>
  (
    await server.ok({
      call: 'PollsService.CreatePoll',
      token,
      room,
      request: { question: 'Which?', options: [{ text: 'first' }, { text: 'second' }], ...request },
    })
  ).poll;
const vote = ({ token }: TestUser, poll_id: string, options: number[], at = server) =>
  at.ok({ call: 'PollsService.VoteInPoll', token, room, request: { poll_id, options } });
const end = (poll_id: string) =>
  server.ok({ call: 'PollsService.EndPoll', token: anna.token, room, request: { poll_id } });
const list = async ({ token } = berta) => (await server.ok({ call: 'PollsService.ListPolls', token, room })).polls;
const stored = (text: string) =>
  server.sql(`select kind from outbox where topic = $1 and position($2::bytea in payload) > 0`, [room, text]);
const notices = async () => {
  const request = { include_notices: true };
  const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token: berta.token, room, request });
  return messages.flatMap(({ system }: { system?: { kind: string } }) => system?.kind ?? []);
};

test('[PO1] [PO2] [PO3] those who look see what there is, what is opened, and how the votes stand', async () => {
  await open({ question: 'before' });
  const socket = await server.socket(room, berta.token);
  await socket.observe(query);
  expect(await socket.change('polls')).toMatchObject({ polls: [{ question: 'before' }] });
  const { id } = await open();
  expect(await socket.change('polls')).toMatchObject({ polls: [{ id, options: [{ number: 1 }, { number: 2 }] }] });
  await vote(anna, id, [2]);
  expect(await socket.change('polls')).toMatchObject({ counts: [{ pollId: id, votes: [0, 1], voterCount: 1 }] });
  await vote(anna, id, [1]);
  expect(await socket.change('polls')).toMatchObject({ counts: [{ votes: [1, 0], voterCount: 1 }] });
  await vote(anna, id, []);
  expect(await socket.change('polls')).toMatchObject({ counts: [{ votes: [0, 0], voterCount: 0 }] });
  await end(id);
  expect((await socket.change('polls')).polls[0]?.endedAt).toBeDefined();
  await socket.close();
});

test('[PO2] an item has its name, and keeps it when it is deleted', async () => {
  const media = await addMedia(server, room, anna, 'Metropolis');
  await open({ options: [{ media_id: media }, { text: 'nothing' }] });
  expect((await list())[0].options[0]).toMatchObject({ text: 'Metropolis', media_id: media });
  await server.ok({ call: 'RoomService.DeleteMedia', token: anna.token, room, request: { media_id: media } });
  const [option] = (await list())[0].options;
  expect(option.text).toBe('Metropolis');
  expect(option.media_id ?? undefined).toBeUndefined();
});

test('[PO1] guests do not see polls', async () => {
  const settings = { allow_guests: true };
  await server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings } });
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const guest = await server.socket(room, guestToken);
  guest.send({ case: 'observeResource', value: { observeId: 'polls', resource: query } });
  expect(await guest.next('resourceObserveError')).toMatchObject({ code: 'realtime.not_permitted' });
  await guest.close();
});

test('[PO3] not from whom may not write', async () => {
  const settings = { member_permissions: { removed: ['send_chat_messages'] } };
  const { id } = await open();
  await server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings } });
  const request = { poll_id: id, options: [1] };
  const refused = await server.rest({ call: 'PollsService.VoteInPoll', token: berta.token, room, request });
  expect(refused).toMatchObject({ reason: 'call.missing_permission' });
});

describe('many at once', () => {
  test('[PO4] [PO5] votes at two replicas all count, are told in few events, and no event says whose they are', async () => {
    const other = await startTestServer({ database: server.database, clock });
    try {
      const people = await Promise.all(Array.from({ length: 16 }, (_, i) => server.signUp(`voter${i}`)));
      await joinRoom(server, room, ...people);
      const { id } = await open({ several_choices: true });
      const before = await server.sql(`select 1 from outbox where topic = $1 and kind = 'polls'`, [room]);
      await Promise.all(people.map((one, i) => vote(one, id, i % 2 ? [1] : [1, 2], i < 8 ? server : other)));
      expect((await list())[0]).toMatchObject({ voter_count: 16, options: [{ votes: 16 }, { votes: 8 }] });
      const after = await server.sql(`select 1 from outbox where topic = $1 and kind = 'polls'`, [room]);
      expect(after.length - before.length).toBeLessThanOrEqual(8);
      for (const { id: userId } of people) expect(await stored(userId)).not.toContainEqual({ kind: 'polls' });
    } finally {
      await other.stop();
    }
  });

  test('[PO2] of polls that are opened at once three stay', async () => {
    const request = { question: 'Which?', options: [{ text: 'first' }, { text: 'second' }] };
    const call = { call: 'PollsService.CreatePoll', token: anna.token, room, request } as const;
    await Promise.all(Array.from({ length: 6 }, () => server.rest(call)));
    expect(await list()).toHaveLength(3);
  });
});

describe('the end', () => {
  test('[PO7] [PO10] it comes at its time, once on two replicas, and no vote counts from then on', async () => {
    const { id } = await open({ ends_after_minutes: 1 });
    const other = await startTestServer({ database: server.database, clock });
    try {
      clock.jump(60_001);
      const request = { poll_id: id, options: [1] };
      const late = await server.rest({ call: 'PollsService.VoteInPoll', token: berta.token, room, request });
      expect(late).toMatchObject({ reason: 'polls.ended' });
      clock.runEvery(lookEveryMs);
      await until('it ends', async () => (await list())[0].ended_at !== undefined);
      clock.runEvery(lookEveryMs);
      const later = await open({ ends_after_minutes: 1 });
      clock.jump(60_001);
      clock.runEvery(lookEveryMs);
      await until('the next one ends', async () => (await list())[1].ended_at !== undefined);
      expect((await list()).map(({ version }: { version: number }) => version)).toEqual([2, 2]);
      expect(later.id).not.toBe(id);
      expect(await notices()).toEqual(['joined', 'poll_opened', 'poll_ended', 'poll_opened', 'poll_ended']);
    } finally {
      await other.stop();
    }
  });

  test('[PO7] a server that was away ends it when it comes back', async () => {
    const first = await startTestServer({ database: server.database, clock });
    const { id } = await open({ ends_after_minutes: 5 });
    await first.stop();
    clock.jump(600_000);
    const second = await startTestServer({ database: server.database, clock });
    try {
      await until('it ends', async () => (await list()).find((poll: { id: string }) => poll.id === id).ended_at);
    } finally {
      await second.stop();
    }
  });

  test('[PO8] one of those that share the most votes is drawn, and stays', async () => {
    const { id } = await open({ options: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
    await Promise.all([vote(anna, id, [1]), vote(berta, id, [3])]);
    await end(id);
    const draw = async () => {
      const request = { poll_id: id };
      const { poll } = await server.ok({ call: 'PollsService.DrawPollWinner', token: anna.token, room, request });
      return poll.drawn_option;
    };
    const drawn = await draw();
    expect([1, 3]).toContain(drawn);
    for (let again = 0; again < 8; again += 1) expect(await draw()).toBe(drawn);
  });
});

describe('what goes', () => {
  test('[PO9] a deleted poll leaves the stored events, for who resumes from before too', async () => {
    const socket = await server.socket(room, berta.token);
    const { id } = await open({ question: 'secret question', options: [{ text: 'hush' }, { text: 'no' }] });
    await vote(berta, id, [1]);
    await end(id);
    expect(await stored('secret question')).toHaveLength(2);
    await server.ok({ call: 'PollsService.DeletePoll', token: anna.token, room, request: { poll_id: id } });
    expect([await stored('secret question'), await stored('hush')]).toEqual([[], []]);
    socket.send({
      case: 'observeResource',
      value: { observeId: 'polls', resource: query, afterEventSequence: 0n },
    });
    expect(await list()).toEqual([]);
    expect((await socket.change('polls')).polls).toEqual([]);
    await socket.close();
  });

  test('[PO1] [PO9] the last ten that ended stay', async () => {
    for (let n = 0; n < 12; n += 1) await end((await open({ question: `number ${n}.` })).id);
    await open({ question: 'the open one' });
    const questions = (await list()).map(({ question }: { question: string }) => question);
    expect(questions).toEqual([...Array.from({ length: 10 }, (_, n) => `number ${n + 2}.`), 'the open one']);
    expect(await stored('number 1.')).toEqual([]);
  });

  test('[PO11] the polls of an erased account stay, its votes go', async () => {
    const carla = await server.signUp('carla');
    await joinRoom(server, room, carla);
    const { id } = await open({}, carla);
    await Promise.all([vote(carla, id, [1]), vote(berta, id, [1])]);
    const { token } = await server.signIn();
    await server.ok({ call: 'AdminService.DeleteUser', token, request: { user_id: carla.id } });
    await server.sql(`update users set deleted_at = deleted_at - interval '31 days' where id = $1`, [carla.id]);
    clock.runEvery(erasePeriodMs);
    const isErased = async () => (await server.sql('select 1 from users where id = $1', [carla.id])).length === 0;
    await until('the account is erased', isErased);
    const [poll] = await list();
    expect(poll).toMatchObject({ id, voter_count: 1, options: [{ votes: 1 }, { votes: 0 }] });
    expect(poll.creator_id).not.toBe(carla.id);
  });
});
