import { create } from '@bufbuild/protobuf';
import { type MediaSource, MediaSourceSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { PlaybackFormat } from '@matinee/contract/gen/service/client/playback_pb.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppError } from '../../kernel/errors.ts';
import { checkSource, formatOf, nameOfSource, readSource, storeSource } from './media-source.port.ts';

function direct(url: string, subtitles: string[] = []): MediaSource {
  const value = { url, subtitles: subtitles.map((address) => ({ url: address })) };
  return create(MediaSourceSchema, { source: { case: 'directUrl', value } });
}

function refusalOf(source: MediaSource): AppError | undefined {
  try {
    checkSource(source);
    return undefined;
  } catch (error) {
    return error as AppError;
  }
}

test('[LI2] http and https addresses are taken', () => {
  for (const url of [
    'http://a.example/x.mp4',
    'https://a.example:8443/x',
    'HTTPS://A.EXAMPLE',
    'https://[::1]/a?b#c',
  ]) {
    expect(refusalOf(direct(url))).toBeUndefined();
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
  expect(refusalOf(direct(url))).toMatchObject({
    reason: 'library.invalid_url',
    details: { violations: [{ field: 'source.direct_url.url' }] },
  });
  expect(refusalOf(direct('https://a.example/x', ['https://a.example/1', url]))).toMatchObject({
    details: { violations: [{ field: 'source.direct_url.subtitles[1].url' }] },
  });
});

test('[LI2] whatever is written as an address, the answer is yes or library.invalid_url, and yes is always http', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.webUrl(),
    fc.webUrl().map((url) => ` ${url}\t`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const refusal = refusalOf(direct(text));
      if (refusal) {
        expect(refusal.reason).toBe('library.invalid_url');
        return;
      }
      expect(new URL(text).protocol).toMatch(/^https?:$/);
      expect(formatOf(text)).toBeGreaterThan(0);
      const name = nameOfSource(direct(text));
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(500);
      expect(readSource(JSON.parse(storeSource(direct(text))))).toEqual(direct(text));
    }),
  );
});

test.each([
  ['https://a.example/My_Film.part.2.mp4', 'My Film part 2'],
  ['https://a.example/caf%C3%A9.webm', 'café'],
  ['https://a.example/broken%ff.mp4', 'broken%ff'],
  ['https://a.example/', 'a.example'],
  ['https://a.example/.mp4', 'a.example'],
])('%s is named %j', (url, name) => {
  expect(nameOfSource(direct(url))).toBe(name);
});

test('the format is told by the end of the path, whatever the query says', () => {
  expect(formatOf('https://a.example/live.M3U8?x=.mp4')).toBe(PlaybackFormat.HLS);
  expect(formatOf('https://a.example/a.mpd')).toBe(PlaybackFormat.DASH);
  expect(formatOf('https://a.example/a.flv')).toBe(PlaybackFormat.FLV);
  expect(formatOf('https://a.example/a?b=.m3u8')).toBe(PlaybackFormat.FILE);
});

test('a name made of an address has no controls and no halves of characters', () => {
  expect(nameOfSource(direct('https://a.example/one%00two%0Athree%E2%80%AE.mp4'))).toBe('one two three');
  expect(nameOfSource(direct('https://a.example/%00%E2%80%8B'))).toBe('a.example');
  const name = nameOfSource(direct(`https://a.example/${'x'.repeat(499)}😀😀`));
  expect([name.endsWith('x😀'), [...name].length]).toEqual([true, 500]);
});
