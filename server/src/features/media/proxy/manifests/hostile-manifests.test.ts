/** Hostile playlists. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostileCinema, reasonOf, startHostileCinema } from '../hostile.fixture.ts';

let hostile: HostileCinema;
beforeAll(async () => {
  hostile = await startHostileCinema();
});
afterAll(() => hostile?.stop());

let lists = 0;
const newList = async (name = 'm3u8', noun = 'hls-manifests') =>
  hostile.cinema.urlFor(await hostile.cinema.add(`${hostile.origin.url}/list${++lists}.${name}`, noun));

/** The lines of a playlist that are addresses of this server. */
const linksIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((path) => hostile.cinema.server.url + path);

test('[MR16] what is sealed in one playlist serves in no other, whose server it would be told', async () => {
  const asked: string[] = [];
  const lines = Array.from({ length: 1_001 }, (_, n) => `s${n}.ts?token=secret`).join('\n');
  hostile.answer = ({ url }, response) => {
    asked.push(url!);
    response.end(`#EXTM3U\n${lines}\n`);
  };
  const [victims] = linksIn(await (await hostile.cinema.get(await newList())).text());
  const [own] = linksIn(await (await hostile.cinema.get(await newList())).text());
  const [folder, sealed] = [own!.replace(/[^/]*$/, ''), victims!.split('/').at(-1)!];
  expect(sealed).toMatch(/^~/);
  const target = victims!.split('/').at(-5)!;
  asked.splice(0);
  for (const stolen of [sealed, `~${target}`])
    expect(await reasonOf(await hostile.cinema.get(folder + stolen))).toEqual([403, 'proxy.invalid_url']);
  expect(asked).toEqual([]);
  expect((await hostile.cinema.get(own!)).status).toBe(200);
});

test.each([
  ['a variable that is put in often', `#EXT-X-DEFINE:NAME="a",VALUE="${'x'.repeat(10_000)}"\n${'{$a}'.repeat(10_000)}`],
  ['a playlist inside of the playlist', '#EXT-X-STREAM-INF:BANDWIDTH=1\ndata:application/x-mpegurl,%23EXTM3U'],
])('[MR6] [MR3] %s is refused', async (_, text) => {
  hostile.answer = (_, response) => void response.end(`#EXTM3U\n${text}\n`);
  expect(await reasonOf(await hostile.cinema.get(await newList()))).toEqual([502, 'proxy.bad_manifest']);
});

test('[MR1] a variable from the query of the playlist, and old tags with addresses, are not shown', async () => {
  const lines = ['#EXT-X-DEFINE:QUERYPARAM="token"', '#EXT-X-PREFETCH:https://films.test/1.ts', 's.ts?t={$token}'];
  hostile.answer = (_, response) => void response.end(`#EXTM3U\n${lines.join('\n')}\n`);
  const url = hostile.cinema.urlFor(
    await hostile.cinema.add(`${hostile.origin.url}/list.m3u8?token=secret`, 'hls-manifests'),
  );
  const text = await (await hostile.cinema.get(url)).text();
  expect(decodeURIComponent(text)).not.toMatch(/secret|films\.test/);
  await (await hostile.cinema.get(linksIn(text)[0]!)).arrayBuffer();
  expect(hostile.origin.asked.at(-1)!.url).toBe('/s.ts?t=secret');
});

test.each([
  ['HLS', 'm3u8', 'hls-manifests', () => `#EXTM3U\n${'a\n'.repeat(100_001)}`],
  ['DASH', 'mpd', 'dash-manifests', () => `<MPD>${'<SegmentURL media="a"/>'.repeat(90_000)}</MPD>`],
])('[MR9] [MR17] addresses of %s are a hundred thousand at most', async (_, name, noun, write) => {
  hostile.answer = (_, response) => void response.end(write());
  const given = await hostile.cinema.get(await newList(name, noun));
  if (name === 'm3u8') expect(await reasonOf(given)).toEqual([502, 'proxy.manifest_too_large']);
  else expect((await given.text()).match(/<SegmentURL/g)?.length).toBe(90_000);
});

test('[MR17] readers of long playlists who stop cost little, and others are served meanwhile', async () => {
  hostile.answer = (_, response) => void response.end(`#EXTM3U\n${'a\n'.repeat(99_000)}`);
  const url = await newList();
  const before = process.memoryUsage();
  const stalled = await Promise.all(Array.from({ length: 10 }, () => hostile.cinema.get(url)));
  const readers = stalled.map((one) => one.body!.getReader());
  await Promise.all(readers.map((reader) => reader.read()));
  const { rss } = process.memoryUsage();
  // Ten playlists of fifty megabytes each.
  expect(rss - before.rss).toBeLessThan(250_000_000);
  await Promise.all(readers.map((reader) => reader.cancel()));
});

test('[MR13] what makes players call others is left out', async () => {
  hostile.answer = (_, response) =>
    void response.end(`<MPD xmlns:x="http://www.w3.org/1999/xlink"><Period x:href="https://else.test/1">
<EventStream schemeIdUri="urn:mpeg:dash:event:callback:2015"><Event>https://else.test/2</Event></EventStream>
<ContentProtection xmlns:dashif="https://dashif.org/"><dashif:Laurl>https://else.test/3</dashif:Laurl></ContentProtection>
<ImportedMPD>https://else.test/4</ImportedMPD></Period></MPD>`);
  const text = await (await hostile.cinema.get(await newList('mpd', 'dash-manifests'))).text();
  expect(text).toContain('<ContentProtection');
  expect(text).not.toContain('else.test');
});
