import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
beforeAll(async () => {
  const settings = { 'chat.maxMessagesPerRoom': 30, 'chat.messageRetentionDays': 2, 'server.maxRoomsPerUser': 100 };
  server = await startTestServer({ settings, clock });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});

const send = (id: string, by = anna, content = id) =>
  server.rest({
    call: 'RoomService.SendChatMessage',
    token: by.token,
    room,
    request: { client_message_id: id, content },
  });
const history = (request: object = {}) =>
  server.ok({ call: 'RoomService.GetChatHistory', token: anna.token, room, request: request as never });
const idsOf = ({ messages }: { messages: { client_message_id: string }[] }) => messages.map((m) => m.client_message_id);
const settings = (change: object) =>
  server.ok({
    call: 'RoomService.UpdateRoomSettings',
    token: anna.token,
    room,
    request: { settings: change as never },
  });

test('[CH2] of 20 sends with one client_message_id at once there is one message, and it is told once', async () => {
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'chatEvents', value: {} });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send('same', anna, `text ${i}`)));
  expect(new Set(answers.map(({ json }) => json.message.id)).size).toBe(1);
  expect(new Set(answers.map(({ json }) => json.message.content)).size).toBe(1);
  await send('last');
  await socket.change('chatEvent', ({ message }) => message?.clientMessageId === 'last');
  const told = socket.frames.filter(({ message }) => message.case === 'resourceChanged');
  expect(told.length).toBe(2);
  expect(idsOf(await history())).toEqual(['same', 'last']);
  await socket.close();
});

test('[CH2] the same client_message_id of another member is another message', async () => {
  await send('same');
  await send('same', berta);
  expect(idsOf(await history())).toEqual(['same', 'same']);
});

test('[CH3] in slow mode 20 messages at once are one message', async () => {
  await settings({ slow_mode_seconds: 60 });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(`m${i}`)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['chat.slow_mode']));
  expect(refused[0]!.json.details.retryAfterSeconds).toBeLessThanOrEqual(60);
  clock.jump(61_000);
  expect((await send('later')).status).toBe(200);
});

test('[CH4] who resumes gets each later event once, in order, over every transport', async () => {
  for (let n = 0; n < 12; n++) await send(`m${n}`);
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'chatEvents', value: {} }, { afterEventSequence: 0n });
  const first = await socket.change('chatEvent');
  const resumed = await server.socket(room, berta.token);
  await Promise.all([
    resumed.observe({ case: 'chatEvents', value: {} }, { afterEventSequence: BigInt(first.eventId) }),
    ...Array.from({ length: 8 }, (_, i) => send(`live${i}`)),
  ]);
  const seen: string[] = [];
  const sequences: number[] = [];
  for (let n = 0; n < 19; n++) {
    const event = await resumed.change('chatEvent');
    seen.push(event.message!.clientMessageId);
    sequences.push(Number(event.eventId));
  }
  expect(seen.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, i) => `m${i + 1}`));
  expect(new Set(seen).size).toBe(19);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  for (const transport of [server.rest, (call: never) => server.grpc.call(call)]) {
    const { json } = await transport({
      call: 'RoomService.WatchChatEvents',
      token: berta.token,
      room,
      request: { after_event_sequence: first.eventId },
    } as never);
    expect(json.event).toMatchObject({ eventId: String(sequences[0]), message: { client_message_id: 'm1' } });
  }
  await Promise.all([socket.close(), resumed.close()]);
});

test('[CH8] the history of 100 messages at once has the order of their events', async () => {
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'chatEvents', value: {} });
  await Promise.all(Array.from({ length: 100 }, (_, i) => send(`m${i}`, i % 2 === 0 ? anna : berta)));
  const told: { id: string; place: number }[] = [];
  while (told.length < 100) {
    const { eventId, message } = await socket.change('chatEvent');
    told.push({ id: message!.clientMessageId, place: Number(eventId) });
  }
  const byPlace = told.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
  expect(idsOf(await history({ page_size: 100 }))).toEqual(byPlace);
  await socket.close();
});

test('[CH9] metadata of 4 096 bytes is taken, of one more it is not', async () => {
  const sendWith = (a: string) =>
    server.rest({
      call: 'RoomService.SendChatMessage',
      token: anna.token,
      room,
      request: { client_message_id: 'big', content: 'big', metadata: { a } },
    });
  const full = 'ä'.repeat(2_044);
  expect((await sendWith(`${full}x`)).reason).toBe('chat.metadata_too_large');
  expect((await sendWith(full)).json.message.metadata).toEqual({ a: full });
});

test('[CH5] a message keeps what was playing, as the server knew it', async () => {
  await send('before');
  const media = await addMedia(server, room, anna);
  const request = { media_id: media, position_seconds: 42, paused: true };
  await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request });
  await send('while');
  await server.ok({ call: 'RoomService.StopPlayback', token: anna.token, room });
  await send('after');
  const { messages } = await history();
  expect(messages[1]).toMatchObject({ playback_media_id: media, playback_position_seconds: 42 });
  for (const message of [messages[0], messages[2]]) expect(message).not.toHaveProperty('playback_media_id');
});

test('[CH6] pages hold every message once, oldest first, and the cursor leaves no gap', async () => {
  for (let n = 0; n < 11; n++) await send(`m${n}`);
  const newest = await history({ page_size: 4 });
  await send('meanwhile');
  let pages = [...idsOf(newest)];
  for (let page = newest; page.has_more; ) {
    page = await history({ page_size: 4, before_message_id: page.messages[0].id });
    pages = [...idsOf(page), ...pages];
  }
  expect(pages).toEqual(Array.from({ length: 11 }, (_, i) => `m${i}`));
  const { json } = await server.rest({
    call: 'RoomService.WatchChatEvents',
    token: anna.token,
    room,
    request: { after_event_sequence: newest.eventId },
  });
  expect(json.event.message.client_message_id).toBe('meanwhile');
});

test('[CH6] messages of one connection keep their order in history', async () => {
  const socket = await server.socket(room, anna.token);
  for (let n = 0; n < 30; n++) {
    socket.send({ case: 'sendChatMessage', value: { clientMessageId: `m${n}`, content: `${n}` } }, `op${n}`);
  }
  await socket.next('commandDone', ({ clientOperationId }) => clientOperationId === 'op29');
  expect(idsOf(await history({ page_size: 100 }))).toEqual(Array.from({ length: 30 }, (_, i) => `m${i}`));
  await socket.close();
});

test('[CH7] too many and too old messages are deleted, in each room by itself', async () => {
  const crowded = room;
  await Promise.all(Array.from({ length: 35 }, (_, i) => send(`m${i}`)));
  room = await makeRoom(server, anna);
  await send('alone');
  clock.runEvery(600_000);
  await until(
    '30 are left',
    async () =>
      (await server.sql('select id from chat_messages where room_id = $1 and notice_kind is null', [crowded]))
        .length === 30,
  );
  expect(idsOf(await history())).toEqual(['alone']);
  await server.sql(`update chat_messages set created_at = created_at - interval '3 days' where room_id = $1`, [room]);
  clock.runEvery(600_000);
  await until('the old one is gone', async () => (await history()).messages.length === 0);
  expect(
    (await server.sql('select id from chat_messages where room_id = $1 and notice_kind is null', [crowded])).length,
  ).toBe(30);
});

/** Runs `work` while another transaction holds the events of the room, so that no message can be stored. */
async function whileHeld(work: (release: () => Promise<void>) => Promise<void>): Promise<void> {
  const holder = new pg.Client(server.database);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from topics where topic = $1 for update', [room]);
    await work(async () => void (await holder.query('commit')));
  } finally {
    await holder.end();
  }
}

const countWaiting = async () => {
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await server.sql(waits)).length;
};

test('[CH11] messages that wait for one another use one connection, and each has its own answer', async () => {
  const inOtherRoom = { call: 'RoomService.GetChatHistory', token: anna.token, room: await makeRoom(server, anna) };
  await send('sent before');
  await whileHeld(async (release) => {
    const first = send('first');
    await until('the first message waits', async () => (await countWaiting()) === 1);
    const later = Promise.all([
      send('sent before', anna, 'again'),
      send('nul', anna, 'a\0b'),
      ...Array.from({ length: 20 }, (_, i) => send(`m${i}`, i % 2 === 0 ? anna : berta)),
    ]);
    // The calls take longer than the messages take to arrive. The messages wait on one database connection; one each
    // would block these calls.
    for (let n = 0; n < 10; n++) expect((await server.rest(inOtherRoom)).status).toBe(200);
    expect(await countWaiting()).toBe(1);
    await release();
    expect((await first).status).toBe(200);
    const [again, nul, ...rest] = await later;
    expect(again!.json.message.content).toBe('sent before');
    expect(nul!.status).toBe(400);
    expect(rest.map(({ status }) => status)).toEqual(rest.map(() => 200));
  });
  const ids = idsOf(await history({ page_size: 100 }));
  expect(ids.slice(0, 2)).toEqual(['sent before', 'first']);
  expect(ids.slice(2).toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `m${i}`).toSorted());
});

test('[CH2] an operation that reaches two replicas at once is one message', async () => {
  const other = await startTestServer({ database: server.database, clock });
  try {
    await whileHeld(async (release) => {
      const request = { client_message_id: 'same', content: 'same' };
      const answers = [server, other].map(({ rest }) =>
        rest({ call: 'RoomService.SendChatMessage', token: anna.token, room, request }),
      );
      await until('both wait', async () => (await countWaiting()) === 2);
      await release();
      const [one, two] = await Promise.all(answers);
      expect(one!.status).toBe(200);
      expect(two!.json).toEqual(one!.json);
    });
    expect(idsOf(await history())).toEqual(['same']);
  } finally {
    await other.stop();
  }
});
