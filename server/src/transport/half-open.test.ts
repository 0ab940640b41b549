/** Clients that keep their side open after a refusal, and clients that vanish without closing. */
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { services } from '@matinee/contract/gen/services.ts';
import { afterEach, expect, test } from 'vitest';
import { makeLog } from '../kernel/log.ts';
import { type Grpc, makeGrpc } from './grpc/server.ts';
import { closeGraceMs, makeOnePort } from './one-port.ts';
import { makeHttp1, type OnUpgrade } from './rest/http1.ts';
import { fakePipeline, manualClock, type Running, startTransport, turns, until } from './transport.fixture.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A client that never closes its side. It notices that the server has destroyed the connection only when it writes. */
function open(port: number) {
  let seen = '';
  let isOver = false;
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  closers.push(() => socket.destroy());
  socket.on('data', (bytes) => {
    seen += bytes.toString('latin1');
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isOver = true;
    });
  return {
    socket,
    seen: () => seen,
    isDestroyed: () => {
      if (!isOver) socket.write('x');
      return isOver;
    },
  };
}

async function start(clock = manualClock()): Promise<{ running: Running; clock: ReturnType<typeof manualClock> }> {
  const onUpgrade: OnUpgrade = (_, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
  const running = await startTransport({}, { clock, onUpgrade });
  closers.push(() => running.stop());
  return { running, clock };
}

const refusals: [string, RegExp][] = [
  ['GARBAGE\r\n\r\n', /^HTTP\/1\.1 400 /],
  [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
  ['GET /ws/rooms/r HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', /^HTTP\/1\.1 401 /],
  ['GET /api/public/time HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['GET /api/public/time HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 200 /],
];

test('[TR46] a refused connection is destroyed a little later, though the client keeps its side open', async () => {
  const { running, clock } = await start();
  const refused = refusals.map(([request, answer]) => ({ ...open(running.port), request, answer }));
  for (const { socket, request } of refused) socket.write(request);
  await until(() => refused.every(({ seen, answer }) => answer.test(seen())));
  clock.advance(closeGraceMs);
  await until(() => refused.every(({ isDestroyed }) => isDestroyed()));
});

test('[TR46] until then its client can read the answer, whatever it still sends', async () => {
  const { running } = await start();
  const { socket, seen, isDestroyed } = open(running.port);
  socket.write(`GARBAGE\r\n\r\n${'more '.repeat(100_000)}`);
  await until(() => seen().includes('request.malformed'));
  for (let n = 0; n < 20; n++) {
    expect(isDestroyed()).toBe(false);
    await turns(5);
  }
});

/** gRPC behind the port, with shorter timeouts than a server has. */
async function startGrpc(): Promise<number> {
  const stopping = new AbortController();
  const grpc: Grpc = makeGrpc({
    services,
    pipeline: fakePipeline({}, []),
    bidi: new Map(),
    clientAddress: (peer) => peer ?? '',
    stopping: stopping.signal,
    patience: { silentMs: 1_000, answerMs: 2_000, idleMs: 600_000 },
  });
  const onePort = makeOnePort({
    clock: manualClock(),
    log: makeLog('silent'),
    http1: (socket) => socket.destroy(),
    http2: grpc.take,
  });
  closers.push(
    () => grpc.destroy(),
    () => onePort.close(),
  );
  return onePort.listen('127.0.0.1', 0);
}

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
/** An empty SETTINGS frame (RFC 9113, section 6.5). */
const settings = '\0\0\0\x04\0\0\0\0\0';

test('[TR47] an HTTP/2 client that says nothing more, or ends its side, is destroyed; one that answers stays', async () => {
  const port = await startGrpc();
  const present = connectHttp2(`http://127.0.0.1:${port}`);
  closers.push(() => present.destroy());
  await new Promise((resolve) => present.once('remoteSettings', resolve));
  let pings = 0;
  present.on('ping', () => pings++);
  const silent = [open(port), open(port), open(port)];
  silent[0]!.socket.write(preface, 'latin1');
  silent[1]!.socket.write(preface + settings, 'latin1');
  silent[2]!.socket.end(preface + settings, 'latin1');
  const isOver = silent.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
  for (const { socket } of silent) socket.on('end', () => socket.end());
  await Promise.all(isOver);
  const before = pings;
  await until(() => pings > before + 3);
  expect(present.destroyed).toBe(false);
});

test('[TR48] a client that takes nothing of its answer is cut off, one that reads gets all of it', async () => {
  const answer = Buffer.alloc(30_000_000);
  const http1 = makeHttp1({
    clock: manualClock(),
    listener: (_, response) => response.end(answer),
    prepare: () => false,
    onUpgrade: undefined,
    isUpload: () => false,
    // Far longer than the pauses of a busy machine: the reader runs in the same process.
    timeout: 3_000,
  });
  const onePort = makeOnePort({
    clock: manualClock(),
    log: makeLog('silent'),
    http1: http1.take,
    http2: (socket) => socket.destroy(),
  });
  closers.push(
    () => http1.destroy(),
    () => onePort.close(),
  );
  const port = await onePort.listen('127.0.0.1', 0);
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    closers.push(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  let cutOff = 0;
  http1.server.on('connection', (socket: Socket) => socket.once('close', () => cutOff++));
  open().pause();
  const reader = open();
  await new Promise<void>((resolve) => {
    let count = 0;
    reader.on('data', (bytes) => {
      count += bytes.length;
      if (count >= answer.length) resolve();
    });
  });
  await until(() => cutOff > 0);
  expect(cutOff).toBe(1);
});
