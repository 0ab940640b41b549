import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cinema, startCinema } from '../proxy.fixture.ts';
import { makeAnswerCache } from './answer-cache.ts';
import { makeMemoryBudget } from './memory-budget.ts';
import { makeTextReader } from './reading-apart.ts';

const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
const danmakuXml = '<i><d p="1.5,1,25,65280">hello</d></i>';
const bomb = gzipSync(Buffer.alloc(17 * 1_048_576, ' '));
const large = Buffer.alloc(15 * 1_048_576, 'x');
let origin: Origin;
let cinema: Cinema;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const path = request.url!.split('?')[0];
    if (path === '/film.srt') return void response.end(srt);
    if (path === '/raw.xml')
      return void response.setHeader('content-encoding', 'deflate').end(deflateRawSync(danmakuXml));
    if (path === '/framed.xml')
      return void response.setHeader('content-encoding', 'deflate').end(deflateSync(danmakuXml));
    if (path === '/bomb.xml') return void response.setHeader('content-encoding', 'gzip').end(bomb);
    if (path === '/page.xml') return void response.setHeader('content-type', 'text/html').end('<html></html>');
    if (path === '/page.srt') return void response.setHeader('content-type', 'text/html').end('<script></script>');
    if (path === '/live.m3u8') {
      const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\n1.ts\n';
      return void response.end(playlist);
    }
    if (path === '/large.srt') return void response.end(large);
    if (path === '/huge.srt') {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      return more();
    }
    response.writeHead(404).end();
  });
  cinema = await startCinema();
});
afterAll(async () => {
  await cinema?.server.stop();
  origin?.stop();
});

/** The address of the comments at this path. */
async function comments(path: string): Promise<string> {
  const key = await cinema.add(`${origin.url}/film.mp4`, 'danmakus', { danmakus: [{ url: origin.url + path }] });
  return cinema.urlFor(key);
}
/** The address of the subtitles at this path. */
async function subtitles(path: string): Promise<string> {
  const key = await cinema.add(`${origin.url}/film.mp4`, 'subtitles', { subtitles: [{ url: origin.url + path }] });
  return cinema.urlFor(key);
}
const countOf = (path: string) => origin.asked.filter(({ url }) => url === path).length;

test('[SB1] [SB3] however many want subtitles, upstream is asked once', async () => {
  const url = await subtitles('/film.srt');
  const answers = await Promise.all(Array.from({ length: 20 }, () => cinema.get(url)));
  for (const answer of answers) expect(await answer.text()).toBe(srt);
  expect(countOf('/film.srt')).toBe(1);
  const [first] = answers;
  expect(first!.headers.get('content-security-policy')).toContain('sandbox');
  const etag = first!.headers.get('etag')!;
  expect((await cinema.get(url, { 'if-none-match': etag })).status).toBe(304);
  const part = await cinema.get(url, { range: 'bytes=3-6' });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 3-6/${srt.length}`,
    srt.slice(3, 7),
  ]);
  expect((await cinema.get(url, { range: 'bytes=900-' })).status).toBe(416);
  expect((await cinema.get(url, {}, 'HEAD')).headers.get('content-length')).toBe(String(srt.length));
  expect(countOf('/film.srt')).toBe(1);
});

test('[SB4] a player that asks for WebVTT gets it', async () => {
  const answer = await cinema.get(`${await subtitles('/film.srt')}&as=vtt`);
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  expect(await answer.text()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n');
});

test('[SB1] [SB2] [SB3] what is missing, a page and what is too large', async () => {
  for (const [path, status] of [
    ['/missing.srt', 404],
    ['/huge.srt', 502],
  ] as const) {
    const url = await subtitles(path);
    expect([(await cinema.get(url)).status, (await cinema.get(url)).status]).toEqual([status, status]);
    expect(countOf(path)).toBe(2);
  }
  const page = await cinema.get(await subtitles('/page.srt'));
  expect(page.headers.get('content-type')).toBe('application/octet-stream');
});

test('[DK1] [DK4] comments come in one form, whatever upstream has and however it compresses them', async () => {
  for (const path of ['/raw.xml', '/framed.xml']) {
    const url = await comments(path);
    const [answer] = await Promise.all([cinema.get(url), cinema.get(url)]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual({
      comments: [{ position_seconds: 1.5, mode: 'scroll', color: '#00ff00', size: 'normal', text: 'hello' }],
    });
    expect(countOf(path)).toBe(1);
  }
  for (const path of ['/bomb.xml', '/page.xml']) {
    const answer = await cinema.get(await comments(path));
    expect([answer.status, (await answer.json()).code]).toEqual([502, 'proxy.bad_answer']);
  }
});

test('[SB2] an administrator who empties the cache empties this one as well', async () => {
  const url = await subtitles('/film.srt?purged');
  await cinema.get(url);
  const root = await cinema.server.signIn();
  await cinema.server.ok({ call: 'AdminService.PurgeSliceCache', token: root.token, request: {} });
  await cinema.get(url);
  expect(countOf('/film.srt?purged')).toBe(2);
});

test('[SB5] however many follow a live playlist, upstream is asked once', async () => {
  const key = await cinema.add(`${origin.url}/live.m3u8`, 'hls-manifests');
  const urls = Array.from({ length: 30 }, (_, n) => cinema.urlFor(key, n % 2 === 0 ? cinema.member : cinema.owner));
  const answers = await Promise.all(urls.map((url) => cinema.get(url)));
  for (const answer of answers)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('#EXTINF')]);
  expect(countOf('/live.m3u8')).toBe(1);
});

test('[SB1] [SB2] answers end with their time, and the oldest go when they weigh too much', async () => {
  const clock = new FakeClock();
  const kept = makeAnswerCache<number>(clock, makeMemoryBudget(1e9), 100);
  let asked = 0;
  const get = (name: string, bytes = 40) =>
    kept.get(name, 'usr_1', async () => ({ value: ++asked, bytes, servesMs: 1_000 }));
  expect([await get('a'), await get('a'), await get('b')]).toEqual([1, 1, 2]);
  await get('a');
  expect(await get('c')).toBe(3);
  expect([await get('a'), await get('c')]).toEqual([1, 3]);
  expect(await get('b')).toBe(4);
  clock.advance(1_001);
  expect(await get('c')).toBe(5);
  expect(await get('heavy', 101)).toBe(6);
  expect(kept.clear()).toBe(0);
});

test('[SB1] [SB2] an answer that is still awaited is shared, however much the others weigh', async () => {
  const kept = makeAnswerCache<string>(new FakeClock(), makeMemoryBudget(1e9), 100);
  let answer = (_: { value: string; bytes: number; servesMs: number }) => {};
  let asked = 0;
  const slow = () =>
    kept.get('slow', 'usr_1', () => {
      asked++;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
  const first = slow();
  await kept.get('heavy', 'usr_1', async () => ({ value: 'heavy', bytes: 101, servesMs: 1_000 }));
  const second = slow();
  answer({ value: 'slow', bytes: 1, servesMs: 1_000 });
  expect([await first, await second, await slow()]).toEqual(['slow', 'slow', 'slow']);
  expect(asked).toBe(1);
});

test('[SB6] of too many bytes the person with the most loses the largest, and nobody else anything', () => {
  const budget = makeMemoryBudget(100);
  const ended: string[] = [];
  const hold = (owner: string, bytes: number) => {
    const holding = budget.hold(owner, () => ended.push(`${owner} ${bytes}`));
    holding.grow(bytes);
    return holding;
  };
  hold('bob', 40);
  const [first] = [hold('eve', 20), hold('eve', 30)];
  expect(ended).toEqual([]);
  hold('eve', 15);
  expect(ended).toEqual(['eve 30']);
  hold('eve', 20);
  expect(ended).toEqual(['eve 30']);
  first!.release();
  hold('ann', 25);
  expect(ended).toEqual(['eve 30']);
  hold('ann', 30);
  expect(ended).toEqual(['eve 30', 'ann 30']);
  // A body with many readers is in memory once.
  const body = {};
  const unpins = Array.from({ length: 10 }, (_, n) => budget.pin(body, 30, 'zoe', () => ended.push(`reader ${n}`)));
  expect(ended.slice(2)).toEqual(['bob 40']);
  for (const unpin of unpins) unpin();
  hold('zoe', 39);
  expect(ended.slice(3)).toEqual([]);
});

test('[SB6] bodies that nobody takes are not held without end', async () => {
  const before = process.memoryUsage().rss;
  const texts = Array.from({ length: 30 }, (_, n) => ({ url: `${origin.url}/large.srt?n=${n}` }));
  const key = await cinema.add(`${origin.url}/film.mp4`, 'subtitles', { subtitles: texts });
  const readers = await Promise.all(
    texts.map(async (_, index) => (await cinema.get(cinema.urlFor({ ...key, index }))).body!.getReader()),
  );
  const ends = await Promise.all(
    readers.map(async (reader) => {
      for (;;) {
        const part = await reader.read().catch(() => undefined);
        if (!part) return 'ended';
        if (part.done) return 'complete';
      }
    }),
  );
  expect(ends).toContain('ended');
  expect(process.memoryUsage().rss - before).toBeLessThan(700_000_000);
});

test('[SB7] [DK4] long texts are read in a thread, and one that takes too much ends it alone', async () => {
  const readText = makeTextReader(new FakeClock());
  const lines = Array.from({ length: 20_000 }, (_, n) => `${n}\n00:00:01,000 --> 00:00:02,000\nLine ${n}\n`);
  const vtt = await readText('usr_1', { kind: 'vtt', bytes: Buffer.from(lines.join('\n')) });
  expect(String(vtt)).toMatch(/^WEBVTT[\s\S]*Line 19999\n$/);
  expect(await readText('usr_1', { kind: 'vtt', bytes: Buffer.alloc(300_000) })).toBeUndefined();
  const comments = `{"comments":[${Array(6_000).fill('{"position_seconds":1,"mode":"top","text":"hello"}').join()}]}`;
  const read = await readText('usr_1', { kind: 'danmaku', bytes: Buffer.from(comments) });
  expect(JSON.parse(String(read)).comments.length).toBe(6_000);
  const nested = Buffer.alloc(16 * 1_048_576, '[');
  await expect(readText('usr_1', { kind: 'danmaku', bytes: nested })).rejects.toThrow();
  expect(String(await readText('usr_1', { kind: 'vtt', bytes: Buffer.from(lines.join('\n')) }))).toBe(String(vtt));
});

test('[SB7] subtitles are turned once for all who want them', async () => {
  const url = `${await subtitles('/film.srt?turned')}&as=vtt`;
  const [first, second] = [await cinema.get(url), await cinema.get(url)];
  expect(await first.text()).toBe(await second.text());
  expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
  expect((await cinema.get(url, { 'if-none-match': first.headers.get('etag')! })).status).toBe(304);
});
