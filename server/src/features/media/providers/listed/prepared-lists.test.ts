import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { coverOf } from '../../artwork/artwork.fixture.ts';

let server: TestServer;
let anna: TestUser;
let origin: Origin | undefined;

beforeAll(async () => {
  server = await startTestServer();
  anna = await server.signUp('anna');
});
afterEach(() => origin?.stop());
afterAll(() => server?.stop());

/** A server that gives `body` for every path, and redirects `/moved.m3u` to another folder. */
async function give(body: string, head: Readonly<Record<string, string>> = {}, headStatus = 200) {
  origin = await startOrigin((request, response) => {
    if (request.url === '/moved.m3u') {
      response.writeHead(302, { location: '/far/list.m3u' }).end();
      return;
    }
    response.writeHead(request.method === 'HEAD' ? headStatus : 200, head);
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  return origin.url;
}
const prepare = (url: string, source: object = {}) =>
  server.ok({
    call: 'ProviderCommonService.PrepareDirectUrl',
    token: anna.token,
    request: { source: { url, ...source } },
  });
const gets = () => origin!.asked.filter(({ method }) => method === 'GET').length;
const list =
  '#EXTM3U url-tvg="guide.xml"\n#EXTINF:-1 tvg-id="one.tv" tvg-name="ONE" tvg-logo="1.png" group-title="News",One\none.m3u8\n#EXTINF:-1\nTwo_films.mp4\n';

test('[PV80] a list tells what is in it, against where it came from in the end', async () => {
  const url = await give(list);
  expect(await prepare(`${url}/moved.m3u`)).toMatchObject({
    is_list_partial: false,
    guide_url: `${url}/far/guide.xml`,
    listed: [
      {
        ...{ name: 'One', url: `${url}/far/one.m3u8`, format: 'hls', logo: `${url}/far/1.png`, group: 'News' },
        ...{ guide_id: 'one.tv', guide_name: 'ONE', picture: expect.stringMatching(/^\/api\/providers\/direct-url\//) },
      },
      {
        ...{ name: 'Two films', url: `${url}/far/Two_films.mp4`, format: 'file', logo: '', group: '' },
        ...{ guide_id: '', guide_name: '', picture: '' },
      },
    ],
  });
});

test('[PV80] a list is known by its type or its address, also where its server answers only those who read', async () => {
  const typed = await give(list, { 'content-type': 'audio/x-mpegurl' });
  expect((await prepare(`${typed}/get`)).listed).toHaveLength(2);
  origin?.stop();
  const shy = await give(list, {}, 405);
  expect((await prepare(`${shy}/get.php?user=1&type=m3u_plus`)).listed).toHaveLength(2);
});

test('[PV80] [PV5] HLS is one film, and what cannot be a list is not read', async () => {
  const url = await give('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n');
  expect(await prepare(`${url}/live.m3u8`)).toMatchObject({ listed: [], format: 'hls' });
  expect(gets()).toBe(1);
  expect((await prepare(`${url}/film.mp4`)).listed).toEqual([]);
  expect((await prepare(`${url}/list.m3u`, { format: 'hls' })).listed).toEqual([]);
  expect(gets()).toBe(1);
});

test('[PV81] of a list that is too long the beginning is told, in whole lines', async () => {
  const url = await give(`${list}#${'x'.repeat(3 * 1_048_576)}\nlate.ts\n`);
  const { listed, is_list_partial: isPartial } = await prepare(`${url}/long.m3u`);
  expect([listed.length, isPartial]).toEqual([2, true]);
});

test('[PV81] headers of the source are sent to its own origin', async () => {
  const seen: unknown[] = [];
  const other = await startOrigin((request, response) => {
    seen.push(request.headers['x-key']);
    response.end(list);
  });
  origin = await startOrigin((request, response) => {
    seen.push(request.headers['x-key']);
    if (request.method === 'HEAD') response.end();
    else response.writeHead(302, { location: `${other.url}/list.m3u` }).end();
  });
  const { listed } = await prepare(`${origin.url}/list.m3u`, { headers: { 'X-Key': 'hidden' } });
  other.stop();
  expect(listed[0].url).toBe(`${other.url}/one.m3u8`);
  expect(seen).toEqual(['hidden', 'hidden', undefined]);
});

test('[PV80] [PV42] a picture of a list comes through this server, for who asked alone', async () => {
  const picture = await sharp(await coverOf('#c33'))
    .png()
    .toBuffer();
  const site = await startOrigin((request, response) => {
    const isList = request.url === '/all.m3u';
    response.writeHead(200, { 'content-type': isList ? 'audio/x-mpegurl' : 'image/png' });
    response.end(request.method === 'HEAD' ? undefined : isList ? list : picture);
  });
  const { listed } = await prepare(`${site.url}/all.m3u`);
  const load = (token: string) =>
    fetch(`${server.url}${listed[0].picture}`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await load(anna.token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await load((await server.signUp('other')).token)).status).toBeGreaterThanOrEqual(400);
  site.stop();
});
