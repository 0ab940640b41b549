import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  ServerMessageSchema,
  TerminationCode,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Incoming, Pipeline, Principal } from '../../kernel/call.ts';
import { systemClock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeLog } from '../../kernel/log.ts';
import type { RealtimeLimits } from '../../realtime/limits.ts';
import { settle } from '../../realtime/peer.fixture.ts';
import { roomId, userPrincipal } from '../../realtime/people.fixture.ts';
import { makeHarness } from '../../realtime/realtime.fixture.ts';
import type { BidiStream } from '../grpc/bidi.ts';
import { makeMessageStream } from './message-stream.ts';
import { makePageOrigins } from './page-origin.ts';
import { makeWebSocketUpgrade } from './upgrade.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const heartbeat = toBinary(
  ClientMessageSchema,
  create(ClientMessageSchema, { message: { case: 'heartbeat', value: {} } }),
);
const unauthenticated = () => new AppError('unauthenticated', 'call.unauthenticated', 'Sign in first.');

/** A server with sockets only; the token and the ticket are names of users. */
async function serve(limits: Partial<RealtimeLimits> = {}) {
  const harness = await makeHarness({ limits });
  const tickets = new Set(['usr_ticket']);
  const principals: (Principal | undefined)[] = [];
  const pageOrigins = makePageOrigins({
    allowed: () => ['https://app.example'],
    isTrustedProxy: () => false,
    clock: systemClock,
    log: makeLog('silent'),
  });
  const onUpgrade = makeWebSocketUpgrade({
    pipeline: {
      open: async (_: unknown, incoming: Incoming) => {
        principals.push(incoming.principal);
        if (incoming.roomId !== roomId) throw new AppError('not_found', 'rooms.not_found', 'There is no such room.');
        if (incoming.bearer === 'usr_stranger') throw new AppError('permission_denied', 'call.not_a_member', 'No.');
        const principal = incoming.principal ?? (incoming.bearer && userPrincipal(incoming.bearer));
        if (!principal || (principal.kind !== 'user' && principal.kind !== 'guest')) throw unauthenticated();
        return harness.callOf(principal);
      },
    } as unknown as Pipeline,
    realtime: harness.realtime,
    takeTicket: async (ticket) => {
      if (!tickets.delete(ticket)) throw unauthenticated();
      return userPrincipal(ticket);
    },
    pageOrigins,
    clientAddress: (address) => address ?? '',
    clock: systemClock,
  });
  const server = createServer().on('upgrade', onUpgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closers.push(() => server.close());

  /** Connects and records the frames. */
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    const frames: (Buffer | string)[] = [];
    const arrived: (() => void)[] = [];
    socket.on('message', (data: Buffer, isBinary) => {
      frames.push(isBinary ? data : data.toString());
      for (const wake of arrived.splice(0)) wake();
    });
    closers.push(() => socket.terminate());
    await once(socket, 'open');
    const take = async () => {
      while (frames.length === 0) await new Promise<void>((resolve) => arrived.push(resolve));
      return frames.shift()!;
    };
    const message = async () => fromBinary(ServerMessageSchema, (await take()) as Buffer).message;
    return { socket, take, message };
  };
  /** The answer to a refused upgrade. */
  const refused = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; code: string; type: string | undefined; retryAfter: string | undefined }>(
      (resolve, reject) => {
        const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
        const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
        const sent = request({ port, host: '127.0.0.1', path, headers: { ...upgrade, ...key, ...headers } });
        sent.on('response', async (response) => {
          const body = JSON.parse(Buffer.concat(await response.toArray()).toString());
          const { 'content-type': type, 'retry-after': retryAfter } = response.headers;
          resolve({ status: response.statusCode, code: body.code, type, retryAfter });
        });
        sent.on('upgrade', (_, socket) => {
          socket.destroy();
          reject(new Error('was upgraded'));
        });
        sent.on('error', reject);
        sent.end();
      },
    );
  return { harness, open, refused, principals, port };
}

const path = `/ws/rooms/${roomId}`;
const bearer = (user: string) => ({ authorization: `Bearer ${user}` });

describe('frames', () => {
  test('[RT22] binary frames are messages, text frames are ignored', async () => {
    const { open } = await serve();
    const { socket, message } = await open(path, bearer('usr_ann'));
    expect(await message()).toMatchObject({
      case: 'welcome',
      value: { roomId, principalId: 'usr_ann', heartbeatSeconds: 25 },
    });
    socket.send('{"clockProbe":{}}');
    socket.send(heartbeat);
    const probe = { case: 'clockProbe', value: { clientSentMs: 4 } } as const;
    socket.send(toBinary(ClientMessageSchema, create(ClientMessageSchema, { message: probe })));
    expect(await message()).toMatchObject({ case: 'clockReply', value: { clientSentMs: 4 } });
  });

  test('[RT22] `format=json` is text both ways, and text that is no message is answered', async () => {
    const { open } = await serve();
    const { socket, take } = await open(`${path}?format=json`, bearer('usr_ann'));
    expect(JSON.parse((await take()) as string)).toMatchObject({ welcome: { room_id: roomId } });
    socket.send(JSON.stringify({ clock_probe: { client_sent_ms: 4 } }));
    expect(JSON.parse((await take()) as string)).toMatchObject({ clock_reply: { client_sent_ms: 4 } });
    for (const text of ['{', '{"clock_probe":{"client_sent_ms":4,"client_sent_ms":5}}']) {
      socket.send(text);
      expect(JSON.parse((await take()) as string)).toMatchObject({ error: { code: 'realtime.bad_frame' } });
    }
  });

  test('[RT22] a frame above 64 KiB closes with 1009, and the session is gone', async () => {
    const { open, harness } = await serve();
    const { socket } = await open(path, bearer('usr_ann'));
    socket.send(new Uint8Array(64 * 1024 + 1));
    expect((await once(socket, 'close'))[0]).toBe(1009);
    while (harness.realtime.connectionCount > 0) await settle();
  });

  test.each<[string, number, (socket: WebSocket) => void]>([
    ['pongs that nobody asked for', 1002, (socket) => socket.pong()],
    ['frames of the other kind', 1002, (socket) => socket.send('{}')],
    // So many at once that the library ends the connection before the budget does: it would have to buffer all answers.
    ['pings', 1006, (socket) => socket.ping()],
  ])('[RT13] %s count as frames, and who does not stop is disconnected', async (_, code, send) => {
    const { open, harness } = await serve();
    const [flooder, other] = [await open(path, bearer('usr_ann')), await open(path, bearer('usr_bob'))];
    const closed = once(flooder.socket, 'close');
    for (let n = 0; n < 4_000; n++) send(flooder.socket);
    expect((await closed)[0]).toBe(code);
    send(other.socket);
    while (harness.realtime.connectionCount > 1) await settle();
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('[RT13] a message in endless pieces, empty ones too, closes with 1008', async () => {
    const { open, harness } = await serve();
    const { socket } = await open(path, bearer('usr_ann'));
    const closed = once(socket, 'close');
    for (let n = 0; n < 4_000; n++) socket.send(new Uint8Array(0), { fin: false });
    expect((await closed)[0]).toBe(1008);
    while (harness.realtime.connectionCount > 0) await settle();
  });

  test('[RT16] the last frame comes before the close, with its code', async () => {
    const { open, harness } = await serve();
    const { socket, message } = await open(path, bearer('usr_ann'));
    await message();
    harness.terminate('session', 'ses_usr_ann', TerminationCode.REVOKED);
    expect(await message()).toMatchObject({ case: 'termination' });
    expect((await once(socket, 'close'))[0]).toBe(4001);
  });
});

describe('access', () => {
  test('[RT23] a ticket serves once, as the principal that it was made for', async () => {
    const { open, refused } = await serve();
    const { message } = await open(`${path}?ticket=usr_ticket`);
    expect(await message()).toMatchObject({ value: { principalId: 'usr_ticket' } });
    expect(await refused(`${path}?ticket=usr_ticket`)).toMatchObject({ status: 401, code: 'call.unauthenticated' });
  });

  test('[RT23] a ticket beside a token is refused and spent, also when the origin is wrong', async () => {
    const first = await serve();
    expect(await first.refused(`${path}?ticket=usr_ticket`, bearer('usr_ann'))).toMatchObject({ status: 400 });
    expect(await first.refused(`${path}?ticket=usr_ticket`)).toMatchObject({ status: 401 });
    const second = await serve();
    const headers = { origin: 'https://evil.example' };
    expect(await second.refused(`${path}?ticket=usr_ticket`, headers)).toMatchObject({ status: 403 });
    expect(await second.refused(`${path}?ticket=usr_ticket`)).toMatchObject({ status: 401 });
    const third = await serve();
    expect((await third.refused('/ws/rooms/no-room?ticket=usr_ticket')).status).toBeGreaterThanOrEqual(401);
    expect(await third.refused(`${path}?ticket=usr_ticket`)).toMatchObject({ status: 401 });
  });

  test('[RT24] refusals are HTTP answers with the JSON error body', async () => {
    const { refused, harness } = await serve({ connectionsPerUser: 0 });
    const type = 'application/json; charset=utf-8';
    expect(await refused(path)).toMatchObject({ status: 401, code: 'call.unauthenticated', type });
    expect(await refused(path, bearer('usr_stranger'))).toMatchObject({ status: 403, code: 'call.not_a_member' });
    expect(await refused('/ws/rooms/room_2', bearer('usr_ann'))).toMatchObject({
      status: 404,
      code: 'rooms.not_found',
    });
    expect(await refused('/ws/elsewhere', bearer('usr_ann'))).toMatchObject({
      status: 404,
      code: 'realtime.not_found',
    });
    expect(await refused(path, bearer('usr_ann'))).toMatchObject({
      status: 429,
      code: 'realtime.too_many_connections',
      retryAfter: '10',
    });
    const deadline = new AbortController();
    await harness.realtime.stop?.(deadline.signal);
    expect(await refused(path, bearer('usr_ann'))).toMatchObject({ status: 503, code: 'realtime.stopping' });
    expect(harness.realtime.connectionCount).toBe(0);
  });

  test('[RT24] pages of the same host and of allowed origins may connect, others not', async () => {
    const { open, refused, port } = await serve();
    for (const origin of [`http://127.0.0.1:${port}`, 'https://app.example']) {
      const { message } = await open(path, { ...bearer('usr_ann'), origin });
      expect((await message()).case).toBe('welcome');
    }
    for (const origin of ['https://evil.example', 'null']) {
      expect(await refused(path, { ...bearer('usr_ann'), origin })).toMatchObject({
        status: 403,
        code: 'realtime.wrong_origin',
      });
    }
  });

  test('[RT24] a bad handshake is refused too, and gives its place back', async () => {
    const { refused, harness } = await serve();
    const bad = { ...bearer('usr_ann'), 'sec-websocket-key': 'short' };
    expect(await refused(path, bad)).toMatchObject({ status: 400, code: 'realtime.bad_request' });
    while (harness.realtime.connectionCount > 0) await settle();
  });
});

test('[RT25] a gRPC stream is the same session: frames both ways, and its end ends it', async () => {
  const harness = await makeHarness();
  const sent: Uint8Array[] = [];
  let say: (bytes: Uint8Array) => void = () => {};
  let hangUp: () => void = () => {};
  const stream: BidiStream = {
    send: (bytes) => void sent.push(bytes),
    close: () => {},
    fail: () => {},
    buffered: () => 0,
    onMessage: (listener) => {
      say = listener;
    },
    onClose: (listener) => {
      hangUp = listener;
    },
  };
  await makeMessageStream(harness.realtime)(stream, harness.callOf(userPrincipal('usr_ann')));
  say(heartbeat);
  say(Uint8Array.of(0xff));
  expect(sent.map((frame) => fromBinary(ServerMessageSchema, frame).message.case)).toEqual(['welcome', 'error']);
  hangUp();
  expect(harness.realtime.connectionCount).toBe(0);
  await makeMessageStream(harness.realtime)(stream, harness.callOf(userPrincipal('usr_ann')));
  harness.terminate('session', 'ses_usr_ann', TerminationCode.REVOKED);
  expect(harness.realtime.connectionCount).toBe(0);
});
