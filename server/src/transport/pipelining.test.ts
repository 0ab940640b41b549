/** Clients that send many requests without waiting for answers. */
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Running, startTransport, turns, until } from './transport.fixture.ts';

let running: Running;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running.stop();
});

const asking = (path = '/api/public/server-info') => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A connection, and the number of answers that it has received. */
function open(): { socket: Socket; answers: () => number; seen: () => string } {
  let seen = '';
  const socket = connect({ port: running.port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  socket
    .on('error', () => undefined)
    .on('data', (bytes) => {
      seen += bytes.toString('latin1');
    });
  return { socket, answers: () => seen.split('HTTP/1.1 200').length - 1, seen: () => seen };
}

test('[TR70] the next request is read when the one before is answered', async () => {
  const waiting: (() => void)[] = [];
  running = await startTransport({
    'PublicService.GetServerInfo': () => new Promise((resolve) => waiting.push(() => resolve({ name: 'x' }))),
  });
  const { socket, answers } = open();
  socket.write(asking().repeat(500));
  for (let n = 1; n <= 5; n++) {
    await until(() => waiting.length === 1);
    await turns(20);
    expect([waiting.length, running.calls.length]).toEqual([1, n]);
    waiting.shift()!();
    await until(() => answers() === n);
  }
});

test('[TR70] requests that the server does not read yet stay with the client', async () => {
  running = await startTransport({ 'PublicService.GetServerInfo': () => new Promise(() => undefined) });
  const { socket } = open();
  const megabyte = asking().repeat(20_000);
  for (let n = 0; n < 40; n++) socket.write(megabyte);
  await until(() => running.calls.length > 0);
  await turns(500);
  // The system buffers a few megabytes for both sides of a connection.
  expect(socket.writableLength).toBeGreaterThan(20 * megabyte.length);
  expect(running.calls).toHaveLength(1);
});

test('[TR70] requests in any pieces are all answered, in their order, with their bodies', async () => {
  running = await startTransport({ 'UserService.CreateWebSocketTicket': () => ({ ticket: 'x' }) });
  const posted = (room: string) => {
    const body = JSON.stringify({ room_id: room });
    const head = 'POST /api/tickets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    return room.endsWith('chunked')
      ? `${head}Transfer-Encoding: chunked\r\n\r\n3\r\n${body.slice(0, 3)}\r\n${(body.length - 3).toString(16)}\r\n${body.slice(3)}\r\n0\r\n\r\n`
      : `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  const rooms = Array.from({ length: 40 }, (_, n) => `room_${n}${n % 3 === 0 ? '_chunked' : ''}`);
  const bytes = Buffer.from(rooms.map(posted).join(''));
  for (const size of [1, 7, 100, 1_000, bytes.length]) {
    running.calls.length = 0;
    const { socket, answers } = open();
    for (let at = 0; at < bytes.length; at += size) {
      socket.write(bytes.subarray(at, at + size));
      if (size < 1_000) await turns(1);
    }
    await until(() => answers() === rooms.length);
    expect(running.calls.map(({ roomId }) => roomId)).toEqual(rooms);
  }
});

test('[TR70] a handshake behind other requests is taken with the bytes that follow it', async () => {
  const taken: string[] = [];
  running = await startTransport(
    {},
    {
      onUpgrade: (request, socket, head) => {
        taken.push(request.url ?? '', head.toString());
        socket.on('data', (bytes: Buffer) => taken.push(bytes.toString()));
      },
    },
  );
  const { socket } = open();
  const handshake = 'GET /ws/rooms/r HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  socket.write(`${asking().repeat(3)}${handshake}first`);
  await until(() => taken.length > 0);
  socket.write('second');
  await until(() => taken.length > 2);
  expect(taken).toEqual(['/ws/rooms/r', 'first', 'second']);
  expect(running.calls).toHaveLength(3);
});

test('[TR71] a request waits for few of the many that another connection has sent', async () => {
  running = await startTransport();
  const [greedy, other] = [open(), open()];
  other.socket.write(asking());
  await until(() => other.answers() === 1);
  greedy.socket.write(asking().repeat(500));
  other.socket.write(asking('/api/public/time'));
  await until(() => other.answers() === 2);
  // Both ends run in this process, so a request takes a few turns of the event loop to arrive.
  expect(running.calls.length).toBeLessThan(50);
  await until(() => greedy.answers() === 500);
});

test('[TR71] many connections that ask for the largest answer leave the others their turns', async () => {
  running = await startTransport();
  const path = '/api-docs/openapi.json';
  await (await fetch(running.url + path)).text();
  const other = open();
  other.socket.write(asking());
  await until(() => other.answers() === 1);
  const greedy = Array.from({ length: 50 }, () => {
    const socket = connect({ port: running.port, host: '127.0.0.1' }).on('error', () => undefined);
    sockets.push(socket);
    let bytes = 0;
    socket.on('data', (read) => {
      bytes += read.length;
    });
    socket.write(asking(path).repeat(30));
    return () => bytes;
  });
  const total = () => greedy.reduce((sum, bytes) => sum + bytes(), 0);
  await until(() => total() > 0);
  const size = Number((await fetch(running.url + path, { method: 'HEAD' })).headers.get('content-length'));
  for (let n = 2; n <= 6; n++) {
    const before = total();
    other.socket.write(asking());
    await until(() => other.answers() === n);
    // A few turns of the event loop: in each, a connection gets at most one document. Without the gate it would get all
    // thirty.
    expect((total() - before) / size).toBeLessThan(10 * greedy.length);
  }
});
