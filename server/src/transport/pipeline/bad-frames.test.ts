/** Frames that attackers and broken clients send, over real WebSockets. */
import { connect } from 'node:net';
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  server = await startTestServer();
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
  expect((await server.http({ verb: 'GET', path: '/health/ready' })).status).toBe(200);
});
afterAll(() => server?.stop());

async function enter(by = anna): Promise<TestSocket> {
  const socket = await server.socket(room, by.token);
  sockets.push(socket);
  await socket.next('welcome');
  return socket;
}

/** True when the connection still gets answers. */
async function isAlive(socket: TestSocket): Promise<boolean> {
  const clientSentMs = Math.random();
  socket.send({ case: 'clockProbe', value: { clientSentMs } });
  await socket.next('clockReply', (reply) => reply.clientSentMs === clientSentMs);
  return true;
}

test('text frames are ignored', async () => {
  const socket = await enter();
  socket.ws.send('{"heartbeat":{}}');
  socket.ws.send('x'.repeat(10_000));
  expect(await isAlive(socket)).toBe(true);
  expect(socket.frames.map(({ message }) => message.case)).toEqual(['welcome', 'clockReply']);
});

test('a frame that is no protobuf is answered with an error, ten of them end the connection', async () => {
  const socket = await enter();
  socket.ws.send(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]));
  expect(await socket.next('error')).toMatchObject({ code: 'realtime.bad_frame' });
  expect(await isAlive(socket)).toBe(true);
  for (let n = 0; n < 9; n++) socket.ws.send(Buffer.from([0x0a, 0x7f, n]));
  expect(await socket.next('termination')).toMatchObject({ code: 9, mayReconnect: false });
  expect((await socket.closed).code).toBe(1002);
});

test('an empty frame and an unknown message are answered, and nothing else happens', async () => {
  const socket = await enter();
  socket.ws.send(Buffer.alloc(0));
  expect(await socket.next('error')).toMatchObject({ code: 'realtime.unknown_message' });
  // Field 900, a string: a message of a later version.
  socket.ws.send(Buffer.from([0xa2, 0x38, 0x01, 0x41]));
  expect(await socket.next('error')).toMatchObject({ code: 'realtime.unknown_message' });
  expect(await isAlive(socket)).toBe(true);
});

test('a frame above 64 KiB ends the connection with 1009', async () => {
  const socket = await enter();
  socket.ws.send(Buffer.alloc(64 * 1024 + 1));
  expect((await socket.closed).code).toBe(1009);
});

test('observations that do not fit are refused one by one', async () => {
  const socket = await enter();
  const chat = { case: 'chatEvents', value: {} } as const;
  for (const observeId of ['', 'x'.repeat(129)]) {
    socket.send({ case: 'observeResource', value: { observeId, resource: chat } });
    expect(await socket.next('resourceObserveError')).toMatchObject({ observeId, code: 'realtime.bad_frame' });
  }
  socket.send({ case: 'observeResource', value: { observeId: 'none' } });
  expect(await socket.next('resourceObserveError')).toMatchObject({ observeId: 'none' });
  socket.send({ case: 'observeResource', value: { observeId: 'minus', resource: chat, afterEventSequence: -1n } });
  expect(await socket.next('resourceObserveError')).toMatchObject({ observeId: 'minus' });
  const value = { playlistId: 'pl_of_another_room' };
  socket.send({ case: 'observeResource', value: { observeId: 'lost', resource: { case: 'playlistItems', value } } });
  expect(await socket.next('resourceObserveError')).toMatchObject({
    observeId: 'lost',
    code: 'library.playlist_not_found',
  });
  const nul = { case: 'playlistItems', value: { playlistId: 'pl_\u0000' } } as const;
  socket.send({ case: 'observeResource', value: { observeId: 'nul', resource: nul } });
  expect(await socket.next('resourceObserveError')).toMatchObject({ observeId: 'nul', code: 'store.bad_text' });
  for (let n = 0; n < 65; n++) socket.send({ case: 'observeResource', value: { observeId: `o${n}`, resource: chat } });
  expect(await socket.next('resourceObserveError')).toMatchObject({
    observeId: 'o64',
    code: 'realtime.too_many_observations',
  });
});

test('commands with impossible numbers or another room are refused with what they named', async () => {
  const socket = await enter();
  for (const positionSeconds of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    expect(await socket.command({ case: 'updatePlaybackState', value: { positionSeconds } })).toBe(
      'call.invalid_request',
    );
  }
  const elsewhere = { roomId: `room_${'0'.repeat(26)}`, clientMessageId: 'x', content: 'x' };
  expect(await socket.command({ case: 'sendChatMessage', value: elsewhere })).toBe('call.room_mismatch');
  for (const durationSeconds of [-1, Number.NaN]) {
    socket.send({ case: 'playbackReport', value: { mediaId: 'med_1', state: PresenceState.PLAYING, durationSeconds } });
    expect(await socket.next('error')).toMatchObject({ code: 'realtime.bad_frame' });
  }
  socket.send({ case: 'clockProbe', value: { clientSentMs: Number.NaN, roundTripMs: -5 } });
  await socket.next('clockReply');
});

test('a client that sends far too fast is told, slowed down and in the end cut off', async () => {
  const socket = await enter();
  for (let n = 0; n < 150; n++) socket.send({ case: 'heartbeat', value: {} });
  expect(await socket.next('error')).toMatchObject({ code: 'realtime.too_fast', retryAfterSeconds: 1 });
  for (let n = 0; n < 3_000; n++) socket.send({ case: 'heartbeat', value: {} });
  expect(await socket.next('termination')).toMatchObject({ code: 9 });
});

test('a client that reads nothing is dropped, and the others go on', async () => {
  const { ticket } = await server.ok({ call: 'RoomService.CreateWebSocketTicket', token: berta.token, room });
  const deaf = connect(server.app.port, '127.0.0.1');
  const key = Buffer.alloc(16).toString('base64');
  deaf.write(
    `GET /ws/rooms/${room}?ticket=${ticket} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await new Promise((resolve) => deaf.once('data', resolve));
  deaf.pause();
  let isClosed = false;
  deaf.on('close', () => {
    isClosed = true;
  });
  deaf.on('error', () => undefined);
  // Observes the chat: tag 1 (observe_resource), then observe_id "c" and chat_events {}.
  const observe = Buffer.from([0x0a, 0x05, 0x0a, 0x01, 0x63, 0x7a, 0x00]);
  deaf.write(Buffer.concat([Buffer.from([0x82, 0x80 | observe.length, 0, 0, 0, 0]), observe]));
  const socket = await enter();
  await socket.observe({ case: 'chatEvents', value: {} });
  const online = async () =>
    (await server.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room })).online_count as number;
  await until('both are there', async () => (await online()) === 2);
  const content = '🎬'.repeat(500);
  // The maximum size of a message.
  const filler = { note: 'x'.repeat(4_000) };
  let sent = 0;
  await until(
    'the deaf one is dropped',
    async () => {
      const batch = Array.from({ length: 60 }, () =>
        server.rest({
          call: 'RoomService.SendChatMessage',
          token: anna.token,
          room,
          request: { client_message_id: `flood${sent++}`, content, metadata: filler },
        }),
      );
      expect((await Promise.all(batch)).every(({ status }) => status === 200)).toBe(true);
      return (await online()) === 1;
    },
    30_000,
  );
  await socket.change('chatEvent', ({ message }) => message?.clientMessageId === `flood${sent - 1}`);
  deaf.resume();
  await until('its connection is closed', () => isClosed);
});

test('connections over the limit of one person are refused, and closing one makes room', async () => {
  const small = await startTestServer({ config: { 'limits.connections_per_user': 2 } });
  try {
    const user = await small.signUp();
    const own = await makeRoom(small, user);
    const open = [await small.socket(own, user.token), await small.socket(own, user.token)];
    await expect(small.socket(own, user.token)).rejects.toMatchObject({
      status: 429,
      reason: 'realtime.too_many_connections',
    });
    await open[0]!.close();
    const again = await until('there is room', () => small.socket(own, user.token).catch(() => undefined));
    await Promise.all([open[1]!.close(), again.close()]);
  } finally {
    await small.stop();
  }
});

test('a page of another origin does not connect', async () => {
  const headers = { origin: 'https://evil.example' };
  await expect(server.socket(room, anna.token, { headers })).rejects.toMatchObject({
    status: 403,
    reason: 'realtime.wrong_origin',
  });
  const own = await server.socket(room, anna.token, { headers: { origin: server.url } });
  await own.close();
});
