/** Two replicas on one database: one takes streams, viewers are connected to the other. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, testJwtSecret } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../kernel/clock.ts';
import { keyFrame, makeStudio, type Sender, type Studio, startRtmpServer } from '../streams.fixture.ts';
import { relayPath } from './relay.ts';
import { makeRelaySigner } from './relay-signer.ts';

let taker: TestServer;
let other: TestServer;
let studio: Studio;
let sender: Sender | undefined;
let metricsPort: number;
const fakes: Server[] = [];

beforeAll(async () => {
  taker = await startRtmpServer();
  metricsPort = await freePort();
  const config = { 'management.metrics_address': `127.0.0.1:${metricsPort}` };
  other = await startTestServer({ database: taker.database, config });
});
beforeEach(async () => {
  studio = await makeStudio(taker);
});
afterEach(async () => {
  sender?.socket.destroy();
  for (const fake of fakes.splice(0)) {
    fake.closeAllConnections();
    await new Promise((resolve) => fake.close(resolve));
  }
});
afterAll(async () => {
  await other.stop();
  await taker.stop();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
/** The addresses of the stream at the other replica. */
async function urlsThere() {
  const { flv, hls } = await studio.urls();
  return { flv: flv.replace(taker.url, other.url), hls: hls.replace(taker.url, other.url) };
}
async function figure(name: string, port = metricsPort): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}
/** Sends a film of some seconds, with a key frame each second. */
function film(seconds: number, fromMs = 0): void {
  for (let ms = fromMs; ms < fromMs + seconds * 1_000; ms += 40)
    sender!.send('video', ms % 1_000 === 0 ? keyFrame : Buffer.from('27010000000000000265ff', 'hex'), ms);
}
async function listAt(hls: string): Promise<{ url: string; text: string }> {
  const master = await (await fetch(hls)).text();
  const url = new URL(master.split('\n').find((line) => line.startsWith('hls/'))!, hls).href;
  return { url, text: await (await fetch(url)).text() };
}
const withoutSignatures = (text: string) => text.replace(/\?sig=[^"\n]*/g, '');

test('[LS40] [LS42] [LS87] viewers read FLV and HLS from any replica, the same segments everywhere', async () => {
  sender = await studio.goOnAir();
  film(5);
  const here = await studio.urls();
  const there = await urlsThere();
  const flv = await fetch(there.flv);
  expect(flv.headers.get('content-type')).toBe('video/x-flv');
  const reader = flv.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString('latin1', 0, 3)).toBe('FLV');
  await until('both lists are the same', async () => {
    const [mine, theirs] = await Promise.all([listAt(here.hls), listAt(there.hls)]);
    return withoutSignatures(mine.text) === withoutSignatures(theirs.text) && /^\d+\.ts/m.test(mine.text);
  });
  const [mine, theirs] = await Promise.all([listAt(here.hls), listAt(there.hls)]);
  const segments = await Promise.all(
    [mine, theirs].map(async ({ url, text }) => {
      const name = text.split('\n').findLast((line) => /^\d+\.ts\?/.test(line))!;
      return Buffer.from(await (await fetch(new URL(name, url))).arrayBuffer());
    }),
  );
  expect(segments[0]!.length).toBeGreaterThan(1_000);
  expect(segments[1]).toEqual(segments[0]);
  const asked = { call: 'RoomService.GetRoomStreamInfo', token: studio.owner.token, room: studio.room };
  const { facts } = await other.ok({ ...asked, request: { media_id: studio.mediaId } });
  expect(facts).toMatchObject({ flv_readers: 1, hls_readers: 1, web_rtc_readers: 0 });
  expect([await figure('matinee_live_stream_readers'), await figure('matinee_live_stream_hls_viewers')]).toEqual([
    1, 1,
  ]);
  const partName = /URI="(\d+\.\d+\.ts[^"]*)"/.exec(theirs.text)![1]!;
  expect((await fetch(new URL(partName, theirs.url))).status).toBe(200);
  await reader.cancel();
});

test('[LS41] one relay serves thirty viewers, and ends some seconds after the last one', async () => {
  const clock = makeJumpingClock();
  const port = await freePort();
  const config = { 'management.metrics_address': `127.0.0.1:${port}` };
  const third = await startTestServer({ database: taker.database, clock, config });
  try {
    sender = await studio.goOnAir();
    film(2);
    const flv = (await studio.urls()).flv.replace(taker.url, third.url);
    const viewers = await Promise.all(Array.from({ length: 30 }, () => fetch(flv)));
    const readers = viewers.map((viewer) => viewer.body!.getReader());
    for (const reader of readers) expect((await reader.read()).done).toBe(false);
    expect(await figure('matinee_stream_relays_total', port)).toBe(1);
    expect(await figure('matinee_stream_relay_bytes_total', port)).toBeGreaterThan(1_000);
    clock.jump(60_000);
    clock.runEvery(5_000);
    expect(await figure('matinee_stream_relays', port)).toBe(1);
    await Promise.all(readers.map((reader) => reader.cancel()));
    await until('nobody reads it', async () => {
      clock.jump(16_000);
      clock.runEvery(5_000);
      return (await figure('matinee_stream_relays', port)) === 0;
    });
    expect(await figure('matinee_stream_relays_total', port)).toBe(1);
  } finally {
    await third.stop();
  }
});

test('[LS40] the end of a stream is the end for viewers of all replicas, and HLS says so', async () => {
  sender = await studio.goOnAir();
  film(4);
  const { flv, hls } = await urlsThere();
  const { url } = await listAt(hls);
  const reading = (await fetch(flv)).arrayBuffer();
  sender.end();
  await reading;
  await until('the list has ended', async () => (await (await fetch(url)).text()).includes('#EXT-X-ENDLIST'));
  await until('it is off the air', async () => (await fetch(flv)).status === 404);
});

test('[LS43] the address for other processes is refused without a signature of theirs', async () => {
  sender = await studio.goOnAir();
  film(1);
  const id = (await studio.streams())[0]!.generation_id;
  const path = `${taker.url}${relayPath.replace('{generationId}', id)}`;
  const ask = (exp: string, sig: string) => fetch(`${path}?exp=${exp}&sig=${sig}`);
  const good = makeRelaySigner(testJwtSecret, systemClock).sign(id);
  const right = await ask(good.exp, good.sig);
  expect(right.status).toBe(200);
  await right.body?.cancel();
  const late = makeRelaySigner(testJwtSecret, { ...systemClock, nowMs: () => systemClock.nowMs() - 60_000 }).sign(id);
  const foreign = makeRelaySigner('another secret of thirty-two letters', systemClock).sign(id);
  const elsewhere = makeRelaySigner(testJwtSecret, systemClock).sign('str_other');
  const longer = { exp: String(Number(good.exp) + 600), sig: good.sig };
  for (const { exp, sig } of [late, foreign, elsewhere, longer, { exp: '', sig: '' }, { exp: good.exp, sig: '-' }])
    expect(await codeOf(await ask(exp, sig))).toBe('streams.bad_relay');
  const gone = makeRelaySigner(testJwtSecret, systemClock).sign('str_gone');
  const there = `${taker.url}${relayPath.replace('{generationId}', 'str_gone')}?exp=${gone.exp}&sig=${gone.sig}`;
  expect(await codeOf(await fetch(there))).toBe('streams.off_air');
});

/** A process that does not do what it should, which seems to take the stream of the studio. */
async function pretend(listener: RequestListener): Promise<void> {
  const fake = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => fake.once('listening', resolve));
  fakes.push(fake);
  const { port } = fake.address() as { port: number };
  await taker.sql(`INSERT INTO live_streams SELECT $1, $2, $3, $4, 'a process', now(), now() + interval '1 day', $5`, [
    studio.mediaId,
    studio.room,
    `str_${port}`,
    studio.owner.id,
    `http://127.0.0.1:${port}`,
  ]);
}
const proven = (url: string) => {
  const sig = new URL(url, 'http://localhost').searchParams.get('sig')!;
  return { 'x-relay-proof': makeRelaySigner(testJwtSecret, systemClock).proofOf({ exp: '', sig }) };
};

test.each<[string, RequestListener]>([
  ['refuses', (_, response) => response.writeHead(500).end()],
  ['has another secret', (_, response) => response.writeHead(200, { 'x-relay-proof': 'abc' }).end()],
  ['sends garbage', (request, response) => response.writeHead(200, proven(request.url!)).end(Buffer.alloc(999, 7))],
  [
    'never ends the state',
    (request, response) => {
      response.writeHead(200, proven(request.url!));
      response.write(Buffer.from('0100000fff0000000000000000aabb', 'hex'));
    },
  ],
  ['says nothing', () => undefined],
  ['breaks off', (request) => void request.socket.destroy()],
])('[LS44] viewers of a process that %s are told that it does not answer', async (_, listener) => {
  await pretend(listener);
  const { flv } = await urlsThere();
  expect(await codeOf(await fetch(flv))).toBe('streams.unreachable');
  expect(await figure('matinee_stream_relays')).toBe(0);
});

test('[LS11] [LS9] what another process takes is known and ended at any replica', async () => {
  sender = await studio.goOnAir();
  film(1);
  const { flv } = await urlsThere();
  const reader = (await fetch(flv)).body!.getReader();
  await reader.read();
  const { token } = studio.owner;
  const place = { room: studio.room, request: { media_id: studio.mediaId } };
  const info = await other.ok({ call: 'RoomService.GetRoomStreamInfo', token, ...place });
  expect(info).toMatchObject({ stream: { media_id: studio.mediaId }, facts: { video_codec: 'h264' } });
  const root = await other.signIn();
  const request = { room_id: studio.room, media_id: studio.mediaId };
  await other.ok({ call: 'AdminService.KickStream', token: root.token, request });
  await sender.closed;
  while (!(await reader.read()).done);
});
