import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../kernel/clock.ts';
import { makeOutgoingGuard } from '../outgoing/guard.ts';
import { type ConnectSocket, makeOutgoingSockets, type OutgoingSocket } from './outgoing-socket.ts';

let http: Server;
let sockets: WebSocketServer;
let port: number;
const asked: string[] = [];
const mine: OutgoingSocket[] = [];

beforeEach(async () => {
  asked.length = 0;
  http = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(request.url === '/elsewhere' ? 302 : 200, { location: `ws://127.0.0.1:${port}/` }).end('page');
  });
  sockets = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  port = (http.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of mine.splice(0)) socket.close();
  for (const socket of sockets.clients) socket.terminate();
  http.closeAllConnections();
  http.close();
});

const loopback = { guard: makeOutgoingGuard(['127.0.0.1', '::1']), clock: systemClock };

/** Connects, and records what the listener hears, in order. */
function listen(connect: ConnectSocket, url = `ws://127.0.0.1:${port}/`) {
  const told: string[] = [];
  const socket = connect(
    url,
    { 'x-from': 'matinee' },
    {
      onOpen: () => void told.push('open'),
      onFrame: (frame) => void told.push(frame.toString()),
      onClosed: (cause) => void told.push(`closed ${cause?.message ?? ''}`),
    },
  );
  mine.push(socket);
  return { told, socket };
}
const onConnection = (work: (socket: WebSocket, headers: NodeJS.Dict<string | string[]>) => void) =>
  sockets.once('connection', (socket, { headers }) => work(socket, headers));

test('[OW3] frames go both ways, and a close is told once, as the last', async () => {
  onConnection((socket, headers) => {
    socket.on('message', (data) => {
      socket.send(`${headers['x-from']} said ${data}`);
      socket.close(1000);
    });
  });
  const { told, socket } = listen(makeOutgoingSockets(loopback));
  await expect.poll(() => told).toContain('open');
  socket.send('hello');
  await expect.poll(() => told).toEqual(['open', 'matinee said hello', 'closed ']);
});

test('[OW3] nothing is told after it was closed from here', async () => {
  let theirs: WebSocket | undefined;
  onConnection((socket) => {
    theirs = socket;
  });
  const { told, socket } = listen(makeOutgoingSockets(loopback));
  await expect.poll(() => told).toEqual(['open']);
  const closed = new Promise((resolve) => theirs!.once('close', resolve));
  socket.close();
  theirs!.send('late');
  await closed;
  expect(told).toEqual(['open']);
});

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1'])('[OW1] %s is not reached', async (host) => {
  const { told } = listen(makeOutgoingSockets({ ...loopback, guard: makeOutgoingGuard([]) }), `ws://${host}:${port}/`);
  await expect.poll(() => told.at(0)).toContain('is in a private or special network');
  expect([asked, sockets.clients.size]).toEqual([[], 0]);
});

test.each([
  ['a redirect', '/elsewhere'],
  ['a page', '/page'],
])('[OW1] [OW2] %s is no WebSocket', async (_, path) => {
  sockets.shouldHandle = ({ url }) => url === '/';
  http.removeAllListeners('upgrade');
  const { told } = listen(makeOutgoingSockets(loopback), `ws://127.0.0.1:${port}${path}`);
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toMatch(/^closed .+/);
  expect(asked).toEqual([path]);
});

test('[OW2] what is no address of a WebSocket is told as a failure', async () => {
  const { told } = listen(makeOutgoingSockets(loopback), 'ftp://127.0.0.1/');
  await expect.poll(() => told).toHaveLength(1);
  expect(told[0]).toMatch(/^closed .+/);
});

test('[OW2] a handshake that does not end in time ends the connection, however its bytes drip', async () => {
  const clock = new FakeClock();
  const peers: Socket[] = [];
  http.removeAllListeners('upgrade');
  http.on('upgrade', (_, socket: Socket) => {
    peers.push(socket);
    socket.write('HTTP/1.1 101 Switching');
  });
  const { told } = listen(makeOutgoingSockets({ ...loopback, clock, timeoutMs: 1_000 }));
  await expect.poll(() => peers.length).toBe(1);
  clock.advance(999);
  peers[0]!.write(' Protocols\r\nX: ');
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual(['closed the handshake took too long']);
  peers[0]!.destroy();
});

test('[OW2] a frame that is too large ends the connection before it is read', async () => {
  onConnection((socket) => socket.send(Buffer.alloc(2_000)));
  const { told } = listen(makeOutgoingSockets({ ...loopback, maxBytes: 1_000 }));
  await expect.poll(() => told.at(-1)).toContain('closed Max payload size exceeded');
  expect(told).toHaveLength(2);
});

test('[OW2] so does a message of too many pieces', async () => {
  onConnection((socket) => {
    for (let i = 0; i < 100; i += 1) socket.send('x', { fin: false });
  });
  const { told } = listen(makeOutgoingSockets(loopback));
  await expect.poll(() => told.at(-1)).toMatch(/^closed .+/);
});

test('[OW2] so do more bytes in a second than are read, in whatever frames they come', async () => {
  const clock = new FakeClock();
  onConnection((socket) => {
    for (let i = 0; i < 50; i += 1) socket.ping(Buffer.alloc(120));
    socket.send('after');
  });
  const { told } = listen(makeOutgoingSockets({ ...loopback, clock, maxBytesPerSecond: 5_000 }));
  await expect.poll(() => told).toEqual(['open', 'after']);
  clock.advance(1_000);
  expect(told.at(-1)).toBe('closed more came than is read');
});
