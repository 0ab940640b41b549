/** Film servers that break the rules, and too many readers. Other obstacles have tests beside their own parts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bytesOf, type Cinema, startCinema } from './proxy.fixture.ts';

const sliceBytes = 2 * 1_048_576;
const film = bytesOf(sliceBytes + 300_000);
let answer = sendFilm;
let origin: Origin;
let cinema: Cinema;
beforeAll(async () => {
  origin = await startOrigin((request, response) => answer(request, response));
  cinema = await startCinema();
});
afterAll(async () => {
  await cinema?.server.stop();
  origin?.stop();
});
afterEach(() => {
  answer = sendFilm;
});

/** The head of the requested part, and its bytes. */
function partOf({ headers }: IncomingMessage) {
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const end = Math.min(Number(last || film.length - 1), film.length - 1);
  const head = { 'content-range': `bytes ${first}-${end}/${film.length}`, etag: '"1"' };
  return { head, bytes: film.subarray(Number(first), end + 1) };
}

function sendFilm(request: IncomingMessage, response: ServerResponse): void {
  const { head, bytes } = partOf(request);
  response.writeHead(206, head).end(bytes);
}

let films = 0;
const newFilm = async () => cinema.urlFor(await cinema.add(`${origin.url}/film${++films}.mp4`));
const newPlaylist = async () => cinema.urlFor(await cinema.add(`${origin.url}/list${++films}.m3u8`, 'hls-manifests'));
const bodyOf = async (url: string) => Buffer.from(await (await cinema.get(url)).arrayBuffer());
const isWhole = async (url: string) => (await bodyOf(url)).equals(film);

test('[SC9] [PX10] a server that resets the connection at 99 % breaks the answer, and nothing of it is kept wrong', async () => {
  const url = await newFilm();
  answer = (request, response) => {
    const { head, bytes } = partOf(request);
    response.writeHead(206, { ...head, 'content-length': bytes.length });
    response.write(bytes.subarray(0, Math.floor(bytes.length * 0.99)), () => response.destroy());
  };
  await expect(bodyOf(url)).rejects.toThrow();
  answer = sendFilm;
  expect([await isWhole(url), await isWhole(url)]).toEqual([true, true]);
});

test('[SC1] a body that is longer than its range gives no byte more', async () => {
  const url = await newFilm();
  answer = (request, response) => {
    const { head, bytes } = partOf(request);
    response.writeHead(206, head);
    response.end(Buffer.concat([bytes, Buffer.alloc(1_000_000, 'x')]));
  };
  const given = await cinema.get(url, { range: 'bytes=10-29' });
  expect(Buffer.from(await given.arrayBuffer()).equals(film.subarray(10, 30))).toBe(true);
  expect(await isWhole(url)).toBe(true);
  answer = sendFilm;
  expect(await isWhole(url)).toBe(true);
});

test('[SC1] a body that is shorter than its range breaks, and is fetched again by whoever comes next', async () => {
  const url = await newFilm();
  answer = (request, response) => {
    const { head, bytes } = partOf(request);
    response.writeHead(206, head).end(bytes.subarray(0, 100));
  };
  await expect(bodyOf(url)).rejects.toThrow();
  answer = sendFilm;
  expect(await isWhole(url)).toBe(true);
});

test('[MR9] of a playlist of 50 MB no more is read than a playlist may have', async () => {
  let sent = 0;
  answer = (_, response) => {
    response.write('#EXTM3U\n');
    const line = Buffer.from(`#EXTINF:4,\n${'a'.repeat(65_500)}.ts\n`);
    const more = () => {
      while (sent < 50_000_000 && !response.destroyed) {
        sent += line.length;
        if (!response.write(line)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
  const refused = await cinema.get(await newPlaylist());
  expect([refused.status, (await refused.json()).code]).toEqual([502, 'proxy.manifest_too_large']);
  expect(sent).toBeLessThan(20_000_000);
});

test('[MR7] a playlist of 100 000 segments is rewritten, and slows nobody down', async () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => `#EXTINF:4,\n${n}.ts`).join('\n');
  answer = (_, response) => void response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n${lines}\n`);
  const url = await newPlaylist();
  let isOver = false;
  let served = 0;
  const rewritten = cinema.get(url).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await cinema.server.http({ verb: 'GET', path: '/health/live' });
    served += 1;
  }
  const text = await (await rewritten).text();
  expect(text.match(/^#EXTINF/gm)?.length).toBe(100_000);
  expect(text).toContain('/99999.ts');
  expect(served).toBeGreaterThan(10);
});

test('[SC2] [SC11] hundreds of readers of one film at once cost upstream one request for each slice', async () => {
  const url = await newFilm();
  const before = origin.asked.length;
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const start = (n * 7_919) % (film.length - 10);
      const part = await cinema.get(url, { range: `bytes=${start}-${start + 9}` });
      return Buffer.from(await part.arrayBuffer()).equals(film.subarray(start, start + 10));
    }),
  );
  expect(answers.every(Boolean)).toBe(true);
  expect(origin.asked.length - before).toBeLessThanOrEqual(2);
});
