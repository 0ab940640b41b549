import { create } from '@bufbuild/protobuf';
import { type DirectUrlSource, DirectUrlSourceSchema } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directUrl } from './direct-url.provider.ts';

const source = (url: string, subtitles: string[] = []): DirectUrlSource =>
  create(DirectUrlSourceSchema, { url, subtitles: subtitles.map((address) => ({ url: address })) });
const refusalsOf = (of: DirectUrlSource) => directUrl.check(of, 'source.direct_url');
const formatOf = (url: string) => directUrl.outline(source(url)).modes[0]?.medias[0]?.format;
/** A direct URL is resolved without asking any server. */
const noTools = {
  account: undefined,
  ask: () => Promise.reject(new Error('asks')),
  remember: () => Promise.reject(new Error('remembers')),
  clock: new FakeClock(),
};
const nameOf = (url: string) => directUrl.nameOf(source(url));

test('[LI2] http and https addresses are taken', () => {
  for (const url of [
    'http://a.example/x.mp4',
    'https://a.example:8443/x',
    'HTTPS://A.EXAMPLE',
    'https://[::1]/a?b#c',
  ]) {
    expect(refusalsOf(source(url))).toEqual([]);
  }
});

test.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'ftp://a.example/x',
  'blob:https://a.example/1',
  '//a.example/x',
  'a.example/x.mp4',
  'https://',
  'https://anna:secret@a.example/x',
  'https://anna@a.example/x',
  '',
])('[LI2] %j is refused and the field is named', (url) => {
  expect(refusalsOf(source(url))).toMatchObject([{ field: 'source.direct_url.url' }]);
  expect(refusalsOf(source('https://a.example/x', ['https://a.example/1', url]))).toMatchObject([
    { field: 'source.direct_url.subtitles[1].url' },
  ]);
  const alternatives = [{ $typeName: 'service.provider.DirectUrlAlternative' as const, name: '', url }];
  expect(refusalsOf({ ...source('https://a.example/x'), alternatives })).toMatchObject([
    { field: 'source.direct_url.alternatives[0].url' },
  ]);
});

test('[LI2] whatever is written as an address, it is taken or refused, and what is taken is always http', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.webUrl(),
    fc.webUrl().map((url) => ` ${url}\t`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      if (refusalsOf(source(text)).length > 0) return;
      expect(new URL(text).protocol).toMatch(/^https?:$/);
      expect(formatOf(text)).toBeGreaterThan(0);
      const name = nameOf(text);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(500);
    }),
  );
});

test.each([
  ['https://a.example/My_Film.part.2.mp4', 'My Film part 2'],
  ['https://a.example/caf%C3%A9.webm', 'café'],
  ['https://a.example/broken%ff.mp4', 'broken%ff'],
  ['https://a.example/', 'a.example'],
  ['https://a.example/.mp4', 'a.example'],
  ['https://a.example/sintel/master.m3u8', 'sintel'],
  ['https://a.example/Am%C3%A9lie/hls/prog_index.m3u8', 'hls'],
  ['https://a.example/video', 'a.example'],
])('[DU2] %s is named %j', (url, name) => {
  expect(nameOf(url)).toBe(name);
});

test('[DU1] the format is told by the end of the path, whatever the query says', () => {
  expect(formatOf('https://a.example/live.M3U8?x=.mp4')).toBe(MediaFormat.HLS);
  expect(formatOf('https://a.example/a.mpd')).toBe(MediaFormat.DASH);
  expect(formatOf('https://a.example/a.flv')).toBe(MediaFormat.FLV);
  expect(formatOf('https://a.example/a?b=.m3u8')).toBe(MediaFormat.FILE);
});

test('[DU2] a name made of an address has no controls and no halves of characters', () => {
  expect(nameOf('https://a.example/one%00two%0Athree%E2%80%AE.mp4')).toBe('one two three');
  expect(nameOf('https://a.example/%00%E2%80%8B')).toBe('a.example');
  const name = nameOf(`https://a.example/${'x'.repeat(499)}😀😀`);
  expect([name.endsWith('x😀'), [...name].length]).toEqual([true, 500]);
});

test('[DU1] a format that is given counts more than the ending', () => {
  const given = { ...source('https://a.example/a.mp4'), format: MediaFormat.HLS };
  expect(directUrl.outline(given).modes[0]?.medias).toMatchObject([{ format: MediaFormat.HLS }]);
});

test('[DU3] other addresses of the film follow the first one', () => {
  const alternatives = [
    { $typeName: 'service.provider.DirectUrlAlternative' as const, name: '720p', url: 'https://b.example/a.m3u8' },
  ];
  expect(directUrl.outline({ ...source('https://a.example/a.mp4'), alternatives }).modes[0]?.medias).toEqual([
    { name: '', upstream: { url: 'https://a.example/a.mp4' }, format: MediaFormat.FILE },
    { name: '720p', upstream: { url: 'https://b.example/a.m3u8' }, format: MediaFormat.HLS },
  ]);
});

test.each([' https://a.example/film.mp4\n', 'http://a.example'])('[DU4] %j is a link', (text) => {
  expect(directUrl.recognize(text)).toMatchObject({ url: text.trim() });
});

test.each(['film', 'ftp://a.example/x', 'https://anna:secret@a.example/x', ''])('[DU4] %j is not', (text) => {
  expect(directUrl.recognize(text)).toBeUndefined();
});

test('[DU5] headers are kept from everybody, and go to the origin of the address only', async () => {
  const given = create(DirectUrlSourceSchema, {
    url: 'https://a.example/a.mp4',
    headers: { Referer: 'https://b.example', 'X-Key': 'hidden' },
    alternatives: [{ url: 'https://a.example/b.mp4' }, { url: 'https://c.example/a.mp4' }],
  });
  const { shown, secrets } = directUrl.hide!(given);
  expect(shown.headers).toEqual({ Referer: '', 'X-Key': '' });
  expect(directUrl.outline(shown)).toMatchObject({ needsCredentials: true });
  expect(JSON.stringify(directUrl.outline(shown))).not.toContain('b.example');
  const { modes } = await directUrl.resolve(shown, { ...noTools, secrets });
  expect(modes[0]?.medias.map(({ upstream }) => upstream)).toEqual([
    { url: 'https://a.example/a.mp4', headers: { Referer: 'https://b.example', 'X-Key': 'hidden' } },
    { url: 'https://a.example/b.mp4', headers: { Referer: 'https://b.example', 'X-Key': 'hidden' } },
    { url: 'https://c.example/a.mp4' },
  ]);
});

test('[DU5] headers of the connection, and one header twice, are refused', () => {
  const headers = { Host: 'b.example', Range: 'bytes=0-1', Cookie: 'a=1', cookie: 'a=2' };
  expect(directUrl.check({ ...source('https://a.example/x'), headers }, 'source.direct_url')).toMatchObject([
    { field: 'source.direct_url.headers["Host"]', reason: 'headers.own' },
    { field: 'source.direct_url.headers["Range"]', reason: 'headers.own' },
    { field: 'source.direct_url.headers["cookie"]', reason: 'headers.twice' },
  ]);
});

test('[DU6] documents with comments are loaded with the headers of the source, from its origin only', async () => {
  const given = create(DirectUrlSourceSchema, {
    url: 'https://a.example/a.mp4',
    headers: { 'X-Key': 'hidden' },
    danmakus: [{ url: 'https://a.example/a.xml', name: 'all' }, { url: 'https://c.example/a.json' }],
  });
  const { modes } = await directUrl.resolve(given, { ...noTools, secrets: given.headers });
  expect(modes[0]?.danmakus).toEqual([
    { name: 'all', upstream: { url: 'https://a.example/a.xml', headers: { 'X-Key': 'hidden' } } },
    { name: '', upstream: { url: 'https://c.example/a.json' } },
  ]);
  const wrong = create(DirectUrlSourceSchema, { url: 'https://a.example/a', danmakus: [{ url: 'javascript:1' }] });
  expect(refusalsOf(wrong)).toMatchObject([{ field: 'source.direct_url.danmakus[0].url' }]);
});
