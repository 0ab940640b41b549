import type { StoryboardDocument } from '@matinee/contract/gen/api.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cinema, startCinema } from '../proxy.fixture.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const thumbnails = 'WEBVTT\n\n00:00.000 --> 00:05.000\nsheet.png?secret=1#xywh=0,0,1,1\n';
const tiles = '#EXT-X-TILES:RESOLUTION=1x1,LAYOUT=2x1,DURATION=4';
const bodies: Readonly<Record<string, string>> = {
  '/thumbs.vtt': thumbnails,
  '/guarded.vtt': thumbnails,
  '/page.vtt': '<html>no</html>',
  '/huge.vtt': `WEBVTT\n\n${' '.repeat(3 * 1_048_576)}`,
  '/script.vtt': 'WEBVTT\n\n00:00.000 --> 00:05.000\nscript.png\n',
  '/film.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n#EXT-X-IMAGE-STREAM-INF:URI="images.m3u8"\n',
  '/plain.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n',
  '/images.m3u8': `#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXTINF:8,\n${tiles}\nsheet.png\n`,
};
let origin: Origin;
let cinema: Cinema;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const path = request.url!.split('?')[0]!;
    if (path === '/sheet.png') return void response.setHeader('content-type', 'image/png').end(png);
    if (path === '/script.png') return void response.setHeader('content-type', 'text/html').end('<script></script>');
    const body = path === '/guarded.vtt' && request.headers['x-key'] !== 'k' ? undefined : bodies[path];
    if (body === undefined) return void response.writeHead(404).end();
    response.end(body);
  });
  cinema = await startCinema();
});
afterAll(async () => {
  await cinema?.server.stop();
  origin?.stop();
});

const addStoryboard = (path: string, more = {}) =>
  cinema.add(`${origin.url}/film.mp4`, 'storyboards', { storyboard: { url: origin.url + path }, ...more });
const statusOf = async (path: string) => (await cinema.get(cinema.urlFor(await addStoryboard(path)))).status;
const documentAt = async (url: string): Promise<StoryboardDocument> => (await cinema.get(url)).json();
const onServer = (path: string | undefined) => `${cinema.server.url}${path}`;

test('[SD1] [SD4] [SD5] a viewer gets one document and its sheets, and nothing tells where they are', async () => {
  const url = cinema.urlFor(await addStoryboard('/thumbs.vtt'));
  const [first] = await Promise.all(Array.from({ length: 10 }, () => documentAt(url)));
  expect(first!.pictures).toEqual([{ start_seconds: 0, sheet: 0, x: 0, y: 0, width: 1, height: 1 }]);
  expect(origin.asked.filter(({ url: path }) => path === '/thumbs.vtt')).toHaveLength(1);
  const sheet = first!.sheets[0]!;
  expect(sheet).not.toMatch(/sheet|secret|127/);
  const picture = await cinema.get(onServer(sheet));
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
  expect(origin.asked.at(-1)?.url).toBe('/sheet.png?secret=1');
  for (const forged of [sheet.replace(/sig=..../, 'sig=AAAA'), sheet.replace('/picture?', '/segment?')])
    expect((await cinema.get(onServer(forged))).status).toBe(403);
});

test('[SD5] a member reads it with a token, and its sheets serve without one', async () => {
  const { roomId, provider, version } = await addStoryboard('/thumbs.vtt');
  const path = onServer(`/api/playback-providers/${roomId}/${provider}/${version}/storyboards/original/0`);
  expect((await cinema.get(path)).status).toBe(403);
  const answer = await cinema.get(path, { authorization: `Bearer ${cinema.member.token}` });
  const { sheets }: StoryboardDocument = await answer.json();
  expect((await cinema.get(onServer(sheets[0]))).status).toBe(200);
});

test('[SD5] the headers of the film go with it, and what is no picture is not shown as one', async () => {
  const guarded = await addStoryboard('/guarded.vtt', { headers: { 'x-key': 'k' } });
  expect((await documentAt(cinema.urlFor(guarded))).pictures).toHaveLength(1);
  expect(await statusOf('/guarded.vtt')).toBe(404);
  const { sheets } = await documentAt(cinema.urlFor(await addStoryboard('/script.vtt')));
  const page = await cinema.get(onServer(sheets[0]));
  expect(page.headers.get('content-type')).toBe('application/octet-stream');
});

test('[SD1] HLS names its pictures itself, and a film without any has none', async () => {
  const at = async (path: string) => cinema.urlFor(await cinema.add(origin.url + path, 'storyboards'));
  const named = await documentAt(await at('/film.m3u8'));
  expect([named.pictures.length, named.sheets.length]).toEqual([2, 1]);
  expect(await documentAt(await at('/plain.m3u8'))).toEqual({ sheets: [], pictures: [] });
  expect((await cinema.get(await at('/film.mp4'))).status).toBe(404);
});

test('[SD1] [SD4] a page, and a document that is too long, are refused', async () => {
  expect(await statusOf('/page.vtt')).toBe(502);
  expect(await statusOf('/huge.vtt')).toBe(502);
  expect(await statusOf('/none.vtt')).toBe(404);
});

test('[SD6] playbacks name it whoever loads the film, unless the server may load nothing', async () => {
  const { server, room } = cinema;
  const call = (name: string, request: object) =>
    server.ok({
      call: `RoomService.${name}`,
      token: cinema.owner.token,
      room,
      request: JSON.parse(JSON.stringify(request)),
    });
  const infosOf = async (source: object) => {
    const { media } = await call('AddMedia', { source });
    await call('StartPlayback', { media_id: media.id });
    return (await call('GetPlayback', {})).playback.playback_infos;
  };
  const url = `${origin.url}/film.m3u8`;
  const infos = await infosOf({ direct_url: { url } });
  for (const way of ['direct', 'proxied'])
    expect(infos[way].storyboard).toEqual({
      url: expect.stringMatching(/\/storyboards\/original\/0\?sig=/),
      expire_at: expect.any(String),
    });
  expect((await documentAt(onServer(infos.direct.storyboard.url))).pictures).toHaveLength(2);
  expect((await infosOf({ direct_url: { url }, proxy_mode: 'direct_only' })).direct.storyboard).toBeUndefined();
  expect((await infosOf({ direct_url: { url: `${origin.url}/film.mp4` } })).direct.storyboard).toBeUndefined();
});
