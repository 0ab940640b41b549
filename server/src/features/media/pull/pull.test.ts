/** Pulled streams as viewers and rooms see them. */
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePullRoom, type PullRoom, type Source, startSource } from './pull.fixture.ts';

let server: TestServer;
let source: Source;
let place: PullRoom;
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  source = await startSource();
  place = await makePullRoom(server);
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
  source.stop();
});
afterAll(() => server.stop());

const reasonOf = async (response: Response) => ((await response.json()) as { code: string }).code;

/** Begins to read a body, and gives its first bytes. */
async function read(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(await reasonOf(response));
  const reader = response.body!.getReader();
  readers.push(reader);
  return Buffer.from((await reader.read()).value!);
}
const pullOf = async () => (await place.streams())[0]?.pull;

test('[PUL1] a source is pulled once for all who watch, as FLV and HLS', async () => {
  const { flv, hls } = await place.urls(await place.add(`${source.url}/live.flv`));
  expect(source.asked).toHaveLength(0);
  const firsts = await Promise.all([read(flv), read(flv), read(flv)]);
  for (const first of firsts) expect(first.toString('latin1', 0, 3)).toBe('FLV');
  const master = await (await fetch(hls)).text();
  const list = new URL(master.split('\n').find((line) => line.startsWith('hls/'))!, hls).href;
  const lists = fetch(list);
  for (let second = 0; second < 6; second += 1) source.sendSecond(second * 1_000);
  expect(await (await lists).text()).toMatch(/^\d+\.ts\?/m);
  expect(source.asked).toHaveLength(1);
});

test('[PUL2] [PUL3] [PUL4] the room is told what the source does, and viewers see it go on', async () => {
  const mediaId = await place.add(`${source.url}/live.flv`);
  const { flv } = await place.urls(mediaId);
  await read(flv);
  await until('it is on the air', async () => (await pullOf())?.state === 'on_air');
  const before = (await place.streams())[0]?.generation_id;
  source.instead = (_, response) => response.writeHead(404).end();
  for (const response of source.open) response.end();
  await until('it is waited for', async () => (await pullOf())?.fault === 'not_found');
  const told = await pullOf();
  expect(told?.state === 'waiting' ? told.next_try_at : 'now').toBeTruthy();
  source.instead = undefined;
  await until('it is on the air again', async () => (await pullOf())?.state === 'on_air');
  expect((await place.streams())[0]?.generation_id).toBe(before);
});

test('[PUL3] who asks for what its source does not give is told so', async () => {
  source.instead = (_, response) => response.writeHead(403).end();
  const { flv } = await place.urls(await place.add(`${source.url}/live.flv`));
  const answer = await fetch(flv);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    code: 'pull.source_failed',
    details: { metadata: { fault: 'refused' } },
  });
});

test('[PUL3] where a source needs ffmpeg and there is none, that is said', async () => {
  const bare = await startTestServer({ config: { 'conversion.ffmpeg_path': '/nowhere/ffmpeg' } });
  const packet = Buffer.alloc(188, 0x47);
  source.instead = (_, response) => response.end(Buffer.concat([packet, packet]));
  const elsewhere = await makePullRoom(bare);
  const { flv } = await elsewhere.urls(await elsewhere.add(`${source.url}/channel`));
  expect(await reasonOf(await fetch(flv))).toBe('pull.no_ffmpeg');
  await bare.stop();
});
