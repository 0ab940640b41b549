import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { ByteRoute } from '../../kernel/http/byte-routes.ts';
import { manualClock, type Running, startTransport, turns, until } from '../transport.fixture.ts';

let running: Running | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.stop();
});

const kibibyte = 1_024;
const mebibyte = kibibyte * kibibyte;
const done = {
  status: 200,
  headers: { 'content-length': '4' },
  write: async (out: NodeJS.WritableStream) => void out.write('done'),
};

/** A server with the test's clock. `isTaking`: whether the route reads its body. */
async function start() {
  const clock = manualClock();
  const state = { taken: 0, isTaking: true, failures: 0 };
  const route: ByteRoute = {
    name: 'film',
    path: '/api/film',
    open: async () => done,
    put: {
      name: 'upload of a film',
      async take({ body }) {
        try {
          for await (const piece of body) {
            state.taken += piece.length;
            await until(() => state.isTaking);
          }
        } catch (cause) {
          state.failures++;
          throw cause;
        }
        return done;
      },
    },
  };
  const bytes = {
    routes: [route],
    observe: () => undefined,
    onSent: () => undefined,
    spend: async () => undefined,
    allowedOrigins: () => [],
  };
  running = await startTransport({}, { bytes, clock });
  return { clock, state };
}

/** Opens a connection and sends the head of a request. */
function open(head: string) {
  const socket = connect(running!.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  const seen = { text: '', isClosed: false };
  socket.on('data', (bytes) => {
    seen.text += bytes;
  });
  socket.on('close', () => {
    seen.isClosed = true;
  });
  socket.write(`${head}\r\nHost: x\r\n\r\n`);
  return { socket, seen };
}

const upload = (length: number) => open(`PUT /api/film HTTP/1.1\r\nContent-Length: ${length}`);

test('[TR97] an upload over a slow line takes its time', async () => {
  const { clock, state } = await start();
  const { socket, seen } = upload(40 * 64 * kibibyte);
  for (let minute = 1; minute <= 20; minute++) {
    for (let half = 1; half <= 2; half++) {
      socket.write(Buffer.alloc(64 * kibibyte));
      await until(() => state.taken === (2 * (minute - 1) + half) * 64 * kibibyte);
      clock.advance(29_000);
    }
  }
  await until(() => seen.text.endsWith('done'));
  expect(seen.text).toMatch(/^HTTP\/1\.1 200 /);
});

test('[TR97] an upload that hardly moves is answered 408 and its connection ends, though the client keeps it', async () => {
  const { clock, state } = await start();
  const { socket, seen } = upload(mebibyte);
  for (let sent = 100; sent <= 1_400; sent += 100) {
    socket.write(Buffer.alloc(100));
    await until(() => state.taken === sent);
    clock.advance(2_000);
  }
  expect(seen.text).toBe('');
  clock.advance(2_000);
  await until(() => seen.text !== '');
  expect(seen.text).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request\.timeout"/);
  clock.advance(4_000);
  await until(() => seen.isClosed && state.failures === 1);
});

test('[TR97] an upload that waits for the server is not to blame', async () => {
  const { clock, state } = await start();
  state.isTaking = false;
  const { socket, seen } = upload(mebibyte);
  socket.write(Buffer.alloc(mebibyte));
  await until(() => state.taken > 0);
  // The rest waits until the route reads it.
  await turns(200);
  for (let minute = 0; minute < 5; minute++) clock.advance(60_000);
  state.isTaking = true;
  await until(() => seen.text.endsWith('done'));
});

test('[TR6] the body of a call has 30 s, however it trickles', async () => {
  const { clock } = await start();
  const { socket, seen } = open(
    'POST /api/tickets HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000000',
  );
  socket.write('{"room_id":"');
  clock.advance(0);
  await until(() => socket.bytesWritten > 0);
  // Once the server answers another connection that was opened later, it has read this head.
  await (await fetch(`${running!.url}/api/film`)).text();
  for (let second = 0; second < 28; second += 2) clock.advance(2_000);
  expect(seen.text).toBe('');
  clock.advance(4_000);
  await until(() => seen.text !== '');
  expect(seen.text).toMatch(/^HTTP\/1\.1 408 /);
});
