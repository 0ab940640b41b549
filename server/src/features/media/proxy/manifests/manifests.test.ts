import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { bytesOf, type Cinema, startCinema } from '../proxy.fixture.ts';
import { type ProxyParts, serve } from '../proxy.service.ts';
import { makeSigner } from '../signing.ts';
import { rewriteDash } from './dash.ts';
import { rewriteHls } from './hls.ts';

const base = new URL('https://films.test/a/b/list.m3u8?token=secret');
const rewrite = (text: string) => [...rewriteHls(text, base, (kind, url) => `<${kind} ${url.href}>`)].join('');

test('[MR1] [MR2] all that a playlist names, and nothing else', () => {
  const text = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-UNKNOWN:A=1,B="two, three"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch, laut",URI="audio/de.m3u8"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="/i.m3u8"',
    '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://keys.test/k"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a"',
    '720p.m3u8',
    '#EXT-X-KEY:METHOD=AES-128,URI="../key?id=1",IV=0x1',
    '#EXT-X-MAP:URI="init.mp4",BYTERANGE="10@0"',
    '#EXT-X-PART:DURATION=0.3,URI="p1.m4s"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z',
    '#EXTINF:4,',
    '#EXT-X-BYTERANGE:10@20',
    '//cdn.test/s1.ts?x=1',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p2.m4s"',
    '#EXT-X-RENDITION-REPORT:URI="../other.m3u8",LAST-MSN=1',
    '#EXT-X-ENDLIST',
  ].join('\r\n');
  expect(rewrite(text).split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-UNKNOWN:A=1,B="two, three"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch, laut",URI="<playlist https://films.test/a/b/audio/de.m3u8>"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="<playlist https://films.test/i.m3u8>"',
    '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="<key https://keys.test/k>"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a"',
    '<playlist https://films.test/a/b/720p.m3u8>',
    '#EXT-X-KEY:METHOD=AES-128,URI="<key https://films.test/a/key?id=1>",IV=0x1',
    '#EXT-X-MAP:URI="<segment https://films.test/a/b/init.mp4>",BYTERANGE="10@0"',
    '#EXT-X-PART:DURATION=0.3,URI="<segment https://films.test/a/b/p1.m4s>"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z',
    '#EXTINF:4,',
    '#EXT-X-BYTERANGE:10@20',
    '<segment https://cdn.test/s1.ts?x=1>',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="<segment https://films.test/a/b/p2.m4s>"',
    '#EXT-X-RENDITION-REPORT:URI="<playlist https://films.test/a/other.m3u8>",LAST-MSN=1',
    '#EXT-X-ENDLIST',
    '',
  ]);
});

test('[MR3] what leads elsewhere is left out, keys inside stay', () => {
  const text = [
    '#EXTM3U',
    '# made by https://films.test/secret',
    '#EXT-X-CONTENT-STEERING:SERVER-URI="https://else.test"',
    '#EXT-X-NEW:URI="https://else.test"',
    '#EXT-X-DATERANGE:ID="ad",X-ASSET-URI="https://ads.test/a.m3u8"',
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key"',
    '#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAAA"',
  ].join('\n');
  expect(rewrite(text)).toBe(
    '#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key"\n#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAAA"\n',
  );
});

const refused = expect.objectContaining({ reason: 'proxy.bad_manifest' });
test.each([
  '',
  '<!doctype html>',
  'seg.ts',
  '#EXTM3U\nfile:///etc/passwd',
  '#EXTM3U\nhttp://u:p@films.test/x',
  '#EXTM3U\n#EXT-X-MAP:URI="javascript:1"',
  '#EXTM3U\n#EXT-X-MAP:URI',
  '#EXTM3U\n{$gone}.ts',
])('[MR4] [MR5] %j is refused', (text) => {
  expect(() => rewrite(text)).toThrow(refused);
});

test('[MR5] variables are put in', () => {
  const text =
    '#EXTM3U\n#EXT-X-DEFINE:NAME="dir",VALUE="x/y"\n#EXT-X-DEFINE:QUERYPARAM="token"\n{$dir}/1.ts?t={$token}';
  expect(rewrite(text)).toContain('<segment https://films.test/a/b/x/y/1.ts?t=secret>');
});

test('[MR6] no text does harm', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      '#EXT-X-KEY:',
      '#EXT-X-MAP:URI="',
      '#EXT-X-STREAM-INF:',
      '#EXT-X-DEFINE:NAME="a",VALUE="b"',
      '{$a}',
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      try {
        rewrite(['#EXTM3U', ...lines].join('\n'));
      } catch (cause) {
        expect(cause).toBeInstanceOf(AppError);
      }
    }),
  );
});

const segment = bytesOf(100_000);
const many = (count: number, line: (n: number) => string) =>
  ['#EXTM3U', ...Array.from({ length: count }, (_, n) => `#EXTINF:4,\n${line(n)}`)].join('\n');
const lists: Record<string, string> = {
  '/v/master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmedia.m3u8?token=secret',
  '/v/media.m3u8':
    '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k.bin"\n#EXTINF:4,\nseg1.ts\n#EXTINF:4,\nseg2.ts?sig=secret',
  '/v/loop.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nloop.m3u8',
  '/v/long.m3u8': many(1_500, (n) => (n % 2 === 0 ? `seg${n}.ts` : `sub/seg${n}.ts?sig=secret${n}`)),
  '/v/scattered.m3u8': many(1_500, (n) => `d${n}/seg.ts`),
  '/v/huge.m3u8': many(100_000, (n) => `segment-${n}.ts`),
  '/v/page.m3u8': '<!doctype html><title>Not here</title>',
};
const listener: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url!, 'http://x');
  const list = lists[pathname];
  if (list !== undefined) return response.writeHead(200, { 'content-type': 'application/x-mpegurl' }).end(list);
  if (pathname === '/secret.txt') return response.end('outside');
  return response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': segment.length }).end(segment);
};

let cinema: Cinema;
let origin: Origin;
beforeAll(async () => {
  cinema = await startCinema();
  origin = await startOrigin(listener);
});
afterAll(async () => {
  origin?.stop();
  await cinema?.server.stop();
});
afterEach(() => origin.asked.splice(0));

const addressOf = async (name: string) =>
  cinema.urlFor(await cinema.add(`${origin.url}/v/${name}.m3u8?token=secret`, 'hls-manifests'));
const textOf = async (url: string) => (await cinema.get(url)).text();
const linksIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((path) => cinema.server.url + path);

test('[MR1] [MR11] from the master to the bytes, with the same addresses each time', async () => {
  const url = await addressOf('master');
  const answer = await cinema.get(url);
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'application/vnd.apple.mpegurl',
    'no-store',
  ]);
  const master = await answer.text();
  expect(await textOf(url)).toBe(master);
  const media = await textOf(linksIn(master)[0]!);
  expect(origin.asked.at(-1)!.url).toBe('/v/media.m3u8?token=secret');
  for (const text of [master, media]) expect(decodeURIComponent(text)).not.toMatch(/secret|seg1|k\.bin|127\.0\.0\.1/);
  const [first, second] = linksIn(media);
  expect((await (await cinema.get(first!)).arrayBuffer()).byteLength).toBe(segment.length);
  await (await cinema.get(second!)).arrayBuffer();
  expect(origin.asked.at(-1)!.url).toBe('/v/seg2.ts?sig=secret');
  const key = cinema.server.url + /URI="([^"]*)"/.exec(media)![1]!;
  expect((await cinema.get(key)).status).toBe(200);
  const forged = first!.replace(/t=.{4}/, 't=AAAA');
  expect((await cinema.get(forged)).status).toBe(403);
  expect((await cinema.get(first!.replace('/segment?', '/playlist?'))).status).toBe(403);
  expect(
    (await cinema.get(first!.replace(/\?.*/, ''), { authorization: `Bearer ${cinema.member.token}` })).status,
  ).toBe(403);
});

/** How much longer a playlist's parts are valid than the playlist itself, in seconds. */
const furtherOf = async (url: string) => {
  const expires = (address: string) =>
    Number(/[?&]exp=(\d+)/.exec(address)?.[1] ?? /\/(\d+)\/[^/]*\/[^/]*$/.exec(address)?.[1]);
  const [part = '', ...others] = (await textOf(url)).match(/\/api\/playback-providers\/[^"<\s]*/g) ?? [];
  expect(new Set([part, ...others].map(expires)).size).toBe(1);
  return expires(part) - expires(url);
};

test('[MR18] the parts of a film serve for its length and a pause, those of a list that may grow as long as the list', async () => {
  lists['/v/whole.m3u8'] = '#EXTM3U\n#EXTINF:3600.5,\na.ts\n#EXTINF:1800,last\nb.ts\n#EXT-X-ENDLIST';
  lists['/v/endless.m3u8'] = '#EXTM3U\n#EXTINF:9999999,\na.ts\n#EXT-X-ENDLIST';
  const manifest = (attributes: string) =>
    `<MPD ${attributes}><Period><AdaptationSet><SegmentTemplate media="s-$Number$.m4s"/></AdaptationSet></Period></MPD>`;
  lists['/v/whole.mpd'] = manifest('mediaPresentationDuration="PT1H30M0.5S"');
  lists['/v/live.mpd'] = manifest('type="dynamic" mediaPresentationDuration="PT1H30M"');
  const seconds = 5_400.5;
  const hls = async (name: string, lifeMs = 30 * 60_000) =>
    cinema.urlFor(await cinema.add(`${origin.url}/v/${name}.m3u8`, 'hls-manifests'), undefined, Date.now() + lifeMs);
  const mpd = async (name: string) => cinema.urlFor(await cinema.add(`${origin.url}/v/${name}.mpd`, 'dash-manifests'));
  expect(await furtherOf(await hls('whole'))).toBe(Math.ceil(seconds + 1_800));
  expect(await furtherOf(await mpd('whole'))).toBe(Math.ceil(seconds + 1_800));
  // Here the address shows that the duration was known when it was signed.
  expect(await furtherOf(await hls('whole', (seconds + 3_600) * 1_000))).toBe(0);
  for (const list of [await hls('media'), await hls('master'), await mpd('live')])
    expect(await furtherOf(list)).toBe(0);
  // No address is valid for more than a day.
  expect(await furtherOf(await hls('endless'))).toBeLessThanOrEqual(24 * 3_600 - 1_800);
});

test('[MR7] [MR8] a long playlist has signed folders, out of which nothing leads', async () => {
  const links = linksIn(await textOf(await addressOf('long')));
  expect(links.length).toBe(1_500);
  expect(links.join()).not.toContain('secret');
  expect(new Set(links.map((link) => link.replace(/[^/]*$/, ''))).size).toBe(2);
  for (const [link, path] of [
    [links[0]!, '/v/seg0.ts'],
    [links[1]!, '/v/sub/seg1.ts?sig=secret1'],
  ]) {
    expect((await (await cinema.get(link!)).arrayBuffer()).byteLength).toBe(segment.length);
    expect(origin.asked.at(-1)!.url).toBe(path);
  }
  const folder = links[0]!.replace(/[^/]*$/, '');
  const { port } = new URL(cinema.server.url);
  for (const way of [
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '..%5csecret.txt',
    '/secret.txt',
    '//evil.test/x',
    '.%2e/secret.txt',
    '%252e%252e/secret.txt',
    '..%252fsecret.txt',
    '..;/secret.txt',
    '..%3b/secret.txt',
    'below/seg1.ts',
    '',
    'https://evil.test/',
    '~AAAA',
  ])
    expect((await cinema.get(folder + way)).status, way).toBeGreaterThanOrEqual(403);
  const raw = await rawGet(Number(port), `${new URL(folder).pathname}../secret.txt`);
  expect(raw).toMatch(/^HTTP\/1.1 40[34]/);
  expect(origin.asked.map(({ url }) => url)).not.toContain('/secret.txt');
});

/** A request whose path is sent unchanged. */
async function rawGet(port: number, path: string): Promise<string> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`));
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(String(bytes));
    });
  });
}

test.each([
  ['huge', 'proxy.manifest_too_large'],
  ['scattered', 'proxy.manifest_too_large'],
  ['page', 'proxy.bad_manifest'],
])('[MR9] [MR4] a %s playlist is refused: %s', async (name, reason) => {
  const answer = await cinema.get(await addressOf(name));
  expect([answer.status, (await answer.json()).code]).toEqual([502, reason]);
});

test('[MR9] a playlist that names itself ends', async () => {
  let url = await addressOf('loop');
  const statuses: number[] = [];
  for (let depth = 0; depth < 5; depth++) {
    const answer = await cinema.get(url);
    statuses.push(answer.status);
    if (answer.status !== 200) break;
    url = linksIn(await answer.text())[0]!;
  }
  expect(statuses).toEqual([200, 200, 200, 502]);
});

test('[MR9] directives of low latency are passed on, nothing else is', async () => {
  await textOf(`${await addressOf('media')}&_HLS_msn=5&_HLS_part=1&evil=1`);
  expect(origin.asked.at(-1)!.url).toBe('/v/media.m3u8?token=secret&_HLS_msn=5&_HLS_part=1');
});

test('[MR10] a part gets the headers of its playlist only from the same server', async () => {
  const seen: [string, string | undefined][] = [];
  const signer = makeSigner('secret', systemClock);
  const key = { roomId: 'room_1', provider: 'x', version: '1', noun: 'hls-resources', mode: 'direct', index: 0 };
  const viewer = { userId: 'usr_1', sessionId: 'ses_1' };
  const parts: ProxyParts = {
    signer,
    isLoop: () => false,
    viewers: {
      check: () => ({ role: 0 }) as never,
      onLost: () => () => undefined,
      doubt() {},
      forget() {},
      isReading: () => false,
    },
    resolving: {
      resolve: () => ({
        url: 'https://films.test/list.m3u8',
        headers: { cookie: 'a=secret' },
        format: 'hls',
        identity: 'x',
        cacheable: false,
      }),
      forget() {},
    },
    upstream: {
      open: async ({ url, headers }) => {
        seen.push([url, headers?.['cookie']]);
        return { status: 200, headers: {}, url, body: Readable.from([]) };
      },
      close: async () => undefined,
    },
    filmSubtitles: {
      get: () => Promise.reject(new Error('not asked')),
      fonts: {
        list: () => Promise.reject(new Error('not asked')),
        open: () => Promise.reject(new Error('not asked')),
      },
      clear: () => 0,
    },
    manifests: {
      get: () => Promise.reject(new Error('not asked')),
      pause: () => Promise.resolve(),
      pin: () => () => undefined,
    },
    smallBodies: {
      get: () => Promise.reject(new Error('not asked')),
      getVtt: () => Promise.reject(new Error('not asked')),
      pin: () => () => undefined,
      clear: () => 0,
    },
    storyboards: { get: () => Promise.reject(new Error('not asked')), clear: () => 0 },
    slices: undefined,
    authenticate: () => Promise.reject(new Error('not asked')),
    clock: systemClock,
    log: makeLog('silent'),
  };
  for (const url of ['https://films.test/1.ts', 'https://films.test:8443/1.ts', 'https://cdn.test/1.ts']) {
    const context = JSON.stringify(Object.values(key));
    const child = { kind: 'segment', target: signer.targets.seal(JSON.stringify([1, url]), context) };
    const signature = signer.sign(key, { viewer, expiresAt: systemClock.nowMs() }, child);
    const request = { method: 'GET', headers: {}, query: new URLSearchParams(), spend: async () => undefined };
    await serve(parts, { ...request, signal: new AbortController().signal } as never, key, signature, { child });
  }
  expect(seen).toEqual([
    ['https://films.test/1.ts', 'a=secret'],
    ['https://films.test:8443/1.ts', undefined],
    ['https://cdn.test/1.ts', undefined],
  ]);
});

const dashBase = new URL('https://films.test/a/b/film.mpd?token=secret');
const dashLinks = {
  folder: (url: URL) => `<${new URL('.', url).href.replace(/\?.*/, '')}>`,
  link: (_: string, url: URL) => `[${url.href}]`,
};
const dash = (text: string) =>
  [...rewriteDash(text, dashBase, dashLinks, Date.UTC(2026, 0, 1))]
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/^.*\n/, '');

test('[MR12] addresses of an MPD, at every level', () => {
  const text = `<?xml version="1.0"?><MPD type="static"><!-- https://films.test/secret --><Period>
<BaseURL>video/</BaseURL>
<AdaptationSet><SegmentTemplate media="$RepresentationID$/s-$Number%05d$.m4s" initialization="../init-$Bandwidth$.mp4"/>
<Representation id="1"><BaseURL>https://cdn.test/x/</BaseURL><SegmentTemplate media="/y/$Time$.m4s"/></Representation>
<Representation id="2"><BaseURL>one.mp4?sig=1</BaseURL><SegmentBase indexRange="0-9"><Initialization range="0-4"/></SegmentBase></Representation>
<Representation id="3"><SegmentList><Initialization sourceURL="i.mp4"/><SegmentURL media="1.m4s" mediaRange="0-9"/></SegmentList></Representation>
</AdaptationSet></Period></MPD>`;
  expect(dash(text)).toBe(`<MPD type="static"><BaseURL><https://films.test/a/b/></BaseURL><Period>
<BaseURL><https://films.test/a/b/video/></BaseURL>
<AdaptationSet><SegmentTemplate media="<https://films.test/a/b/video/>$RepresentationID$/s-$Number%05d$.m4s" initialization="<https://films.test/a/b/>init-$Bandwidth$.mp4"></SegmentTemplate>
<Representation id="1"><BaseURL><https://cdn.test/x/></BaseURL><SegmentTemplate media="<https://cdn.test/y/>$Time$.m4s"></SegmentTemplate></Representation>
<Representation id="2"><BaseURL>[https://films.test/a/b/video/one.mp4?sig=1]</BaseURL><SegmentBase indexRange="0-9"><Initialization range="0-4"></Initialization></SegmentBase></Representation>
<Representation id="3"><SegmentList><Initialization sourceURL="[https://films.test/a/b/video/i.mp4]"></Initialization><SegmentURL media="[https://films.test/a/b/video/1.m4s]" mediaRange="0-9"></SegmentURL></SegmentList></Representation>
</AdaptationSet></Period></MPD>`);
});

test('[MR12] several base addresses of one level are alternatives, the first of which counts below', () => {
  const text = `<MPD><ProgramInformation/><BaseURL>one/</BaseURL><BaseURL>two/</BaseURL><Period>
<BaseURL>a/</BaseURL><BaseURL>/b/</BaseURL><SegmentTemplate media="s-$Number$.m4s"/></Period></MPD>`;
  const folder = 'https://films.test/a/b';
  expect(dash(text)).toBe(`<MPD><ProgramInformation></ProgramInformation>\
<BaseURL><${folder}/one/></BaseURL><BaseURL><${folder}/two/></BaseURL><Period>
<BaseURL><${folder}/one/a/></BaseURL><BaseURL><https://films.test/b/></BaseURL>\
<SegmentTemplate media="<${folder}/one/a/>s-$Number$.m4s"></SegmentTemplate></Period></MPD>`);
});

test('[MR13] what leads elsewhere is left out', () => {
  const text = `<MPD xmlns:xlink="http://www.w3.org/1999/xlink"><Location>https://films.test/x.mpd</Location>
<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="https://time.test/"/>
<Period xlink:href="https://else.test/p"/><Period xlink:href="urn:mpeg:dash:resolve-to-zero:2013"/></MPD>`;
  const written = dash(text);
  expect(written).not.toMatch(/x\.mpd|time\.test|else\.test/);
  expect(written).toContain('value="2026-01-01T00:00:00.000Z"');
  expect(written).toContain('resolve-to-zero');
});

test.each([
  '',
  '<!doctype html><title>Not here</title>',
  '<MPD><Period></MPD>',
  '<Other/>',
  '<!DOCTYPE MPD [<!ENTITY a "b">]><MPD><BaseURL>&a;</BaseURL></MPD>',
  '<MPD><BaseURL>file:///etc/</BaseURL></MPD>',
  '<MPD><SegmentTemplate media="$Number$/../../x"/></MPD>',
  `${'<MPD>'.repeat(100)}`,
])('[MR14] %j is refused', (text) => {
  expect(() => dash(text)).toThrow(refused);
});

test('[MR14] no document does harm', () => {
  const part = fc.constantFrom(
    '<MPD>',
    '</MPD>',
    '<BaseURL>',
    '</BaseURL>',
    '<SegmentTemplate media="',
    '$Number$',
    '"/>',
    '..',
    '/',
    'a',
    '&amp;',
    '<![CDATA[',
    ']]>',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      try {
        dash(['<MPD>', ...parts, '</MPD>'].join(''));
      } catch (cause) {
        expect(cause).toBeInstanceOf(AppError);
      }
    }),
  );
});

test('[MR15] from the MPD to the bytes', async () => {
  lists['/v/film.mpd'] =
    '<MPD><Period><AdaptationSet><SegmentTemplate media="s-$Number$.m4s"/><Representation id="1"/><Representation id="2"><BaseURL>one.mp4?sig=secret</BaseURL></Representation></AdaptationSet></Period></MPD>';
  const key = await cinema.add(`${origin.url}/v/film.mpd?token=secret`, 'dash-manifests');
  const answer = await cinema.get(cinema.urlFor(key));
  expect(answer.headers.get('content-type')).toBe('application/dash+xml');
  const text = await answer.text();
  expect(decodeURIComponent(text)).not.toMatch(/secret|127\.0\.0\.1/);
  const media = /media="([^"]*)"/.exec(text)![1]!.replace('$Number$', '7');
  expect((await (await cinema.get(cinema.server.url + media)).arrayBuffer()).byteLength).toBe(segment.length);
  expect(origin.asked.at(-1)!.url).toBe('/v/s-7.m4s');
  const one = [...text.matchAll(/<BaseURL>([^<]*)/g)].at(-1)![1]!;
  await (await cinema.get(cinema.server.url + one)).arrayBuffer();
  expect(origin.asked.at(-1)!.url).toBe('/v/one.mp4?sig=secret');
});
