/** Film servers that lie about their bytes. Other obstacles have tests beside their own parts. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostileCinema, reasonOf, startHostileCinema } from './hostile.fixture.ts';

let hostile: HostileCinema;
beforeAll(async () => {
  hostile = await startHostileCinema();
});
afterAll(() => hostile?.stop());

let films = 0;
const newFilm = async () => hostile.cinema.urlFor(await hostile.cinema.add(`${hostile.origin.url}/film${++films}.mp4`));

test('[PX10] a body of chunks that goes on behind its range ends the answer, and the server lives', async () => {
  hostile.answer = (_, response) => {
    // Bytes without a size are not cached.
    response.writeHead(206, { 'content-range': 'bytes 0-9/*' });
    response.end('x'.repeat(50));
  };
  const read = async (url: string) => (await hostile.cinema.get(url, { range: 'bytes=0-9' })).arrayBuffer();
  await expect(read(await newFilm())).rejects.toThrow();
  expect((await hostile.cinema.get(`${hostile.cinema.server.url}/health/ready`)).status).toBe(200);
});

test('[SC14] a body without an end is left as soon as the slice is whole', async () => {
  let isLeft = false;
  hostile.answer = (_, response) => {
    response.writeHead(206, { 'content-range': 'bytes 0-9/10', etag: '"1"' });
    response.once('close', () => {
      isLeft = true;
    });
    const chunk = Buffer.alloc(65_536);
    const more = (): void => {
      while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
    };
    more();
  };
  const given = await hostile.cinema.get(await newFilm(), { range: 'bytes=0-9' });
  expect((await given.arrayBuffer()).byteLength).toBe(10);
  await until('the server is left', () => isLeft);
});

test('[PX10] a server that changes the protocol has given no answer', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const given = await hostile.cinema.get(
    hostile.cinema.urlFor(await hostile.cinema.add(`http://127.0.0.1:${port}/film.mp4`)),
  );
  expect(await reasonOf(given)).toEqual([502, 'proxy.unreachable']);
  for (const socket of sockets) socket.destroy();
  server.close();
});

test.each([
  ['another range', { 'content-range': 'bytes 100-109/*' }, 206],
  ['more than the range', { 'content-range': 'bytes 0-19/*' }, 206],
  ['several ranges', { 'content-type': 'multipart/byteranges; boundary=x' }, 206],
  ['no change that nobody asked for', {}, 304],
])('[PX10] an answer of %s is none', async (_, headers, status) => {
  hostile.answer = (_, response) =>
    void response.writeHead(status, headers).end(status === 206 ? 'x'.repeat(10) : undefined);
  const given = await hostile.cinema.get(await newFilm(), { range: 'bytes=0-9' });
  expect(await reasonOf(given)).toEqual([502, 'proxy.bad_answer']);
});

test('[SC3] a body that nothing tells from its next version is passed on, and not kept', async () => {
  hostile.answer = (_, response) =>
    void response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end('1'.repeat(10));
  const url = await newFilm();
  const read = async () => (await hostile.cinema.get(url, { range: 'bytes=0-9' })).text();
  expect(await read()).toBe('1'.repeat(10));
  hostile.answer = (_, response) =>
    void response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end('2'.repeat(10));
  expect(await read()).toBe('2'.repeat(10));
});

test.each(['mp4', 'flv'])('[PX13] a film of %s whose server leads back to it is refused at once', async (ending) => {
  const url = hostile.cinema.urlFor(await hostile.cinema.add(`${hostile.origin.url}/loop${++films}.${ending}`));
  hostile.answer = (_, response) => void response.writeHead(302, { location: url }).end();
  const before = hostile.origin.asked.length;
  expect(await reasonOf(await hostile.cinema.get(url))).toEqual([502, 'proxy.upstream_failed']);
  expect(hostile.origin.asked.length - before).toBe(1);
});
