import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDash } from './dash-storyboard.ts';
import { findImagePlaylist, readImagePlaylist } from './hls-storyboard.ts';
import { maxPictures, maxRead, NoStoryboard, type Picture, possible } from './storyboard.ts';
import { readVtt } from './vtt-storyboard.ts';

const base = new URL('https://films.example.org/one/list');
/** Pictures in a short form for assertions. */
const brief = (pictures: readonly Picture[]) =>
  pictures.map(({ startSeconds, sheet, part }) => [
    startSeconds,
    sheet.href.replace(base.origin, ''),
    ...Object.values(part ?? {}),
  ]);

const vtt = `\uFEFFWEBVTT - thumbnails\r
\r
NOTE a comment --> with an arrow\r
\r
1\r
00:00.000 --> 00:05.000 align:start\r
sheets/a.jpg#xywh=0,0,160,90\r
\r
00:00:05.500 --> 00:00:10.000\r
sheets/a.jpg#xywh=pixel:160,0,160,90\r
\r
00:00:10.000 --> 00:00:15.000\r
/single.png\r
\r
00:00:15.000 --> 00:00:20.000\r
sheets/a.jpg#xywh=percent:0,0,50,50\r
\r
00:00:20.000 --> 00:00:25.000\r
data:image/png;base64,AAAA\r
\r
00:00:25.000 --> 00:00:30.000\r
`;

test('[SD1] [SD2] WebVTT names pictures, and parts of them by pixels', () => {
  expect(brief(readVtt(vtt, base))).toEqual([
    [0, '/one/sheets/a.jpg', 0, 0, 160, 90],
    [5.5, '/one/sheets/a.jpg', 160, 0, 160, 90],
    [10, '/single.png'],
  ]);
  expect(() => readVtt('<html></html>', base)).toThrow(NoStoryboard);
  expect(() => readVtt('WEBVTTX', base)).toThrow(NoStoryboard);
});

const images = `#EXTM3U
#EXT-X-TARGETDURATION:20
#EXT-X-VERSION:7
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-IMAGES-ONLY
#EXTINF:20,
#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=2x2,DURATION=5
a.jpg
#EXTINF:7.5,
#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=2x2,DURATION=5
b.jpg
#EXTINF:5,
#EXT-X-GAP
gone.jpg
#EXTINF:5,
https://other.example.org/c.jpg
#EXT-X-ENDLIST
`;

test('[SD1] a playlist of pictures of HLS, its last sheet filled in part, single pictures and gaps', () => {
  expect(brief(readImagePlaylist(images, base))).toEqual([
    [0, '/one/a.jpg', 0, 0, 160, 90],
    [5, '/one/a.jpg', 160, 0, 160, 90],
    [10, '/one/a.jpg', 0, 90, 160, 90],
    [15, '/one/a.jpg', 160, 90, 160, 90],
    [20, '/one/b.jpg', 0, 0, 160, 90],
    [25, '/one/b.jpg', 160, 0, 160, 90],
    [32.5, 'https://other.example.org/c.jpg'],
  ]);
  const film = '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n';
  expect(readImagePlaylist(film, base)).toEqual([]);
  const locked = images.replace('#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-KEY:METHOD=AES-128,URI="k"');
  expect(readImagePlaylist(locked, base)).toEqual([]);
});

test('[SD1] [SD3] a master playlist names the playlist of pictures, of several sizes the one to show', () => {
  const line = (width: number) =>
    `#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,RESOLUTION=${width}x90,CODECS="jpeg",URI="${width}.m3u8"`;
  const master = (...widths: number[]) =>
    ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=1', 'film.m3u8', ...widths.map(line)].join('\n');
  expect(findImagePlaylist(master(640, 120, 240), base)?.pathname).toBe('/one/240.m3u8');
  expect(findImagePlaylist(master(80, 120), base)?.pathname).toBe('/one/120.m3u8');
  expect(findImagePlaylist(master(), base)).toBeUndefined();
});

const mpd = (body: string) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT45S">${body}</MPD>`;
const tile = '<EssentialProperty schemeIdUri="http://dashif.org/guidelines/thumbnail_tile" value="2x1"/>';

test('[SD1] [SD3] tiles of DASH, by number and in several sizes', () => {
  const set = `<Period><BaseURL>thumbs/</BaseURL><AdaptationSet contentType="image" mimeType="image/jpeg">
    <SegmentTemplate media="$RepresentationID$/t$Number%03d$.jpg" duration="200" timescale="10" startNumber="0"/>
    <Representation id="large" bandwidth="1" width="1280" height="360">${tile}</Representation>
    <Representation id="small" bandwidth="1" width="320" height="90">${tile}</Representation>
    </AdaptationSet><AdaptationSet mimeType="video/mp4"><Representation id="v"/></AdaptationSet></Period>`;
  expect(brief(readDash(mpd(set), base))).toEqual([
    [0, '/one/thumbs/small/t000.jpg', 0, 0, 160, 90],
    [10, '/one/thumbs/small/t000.jpg', 160, 0, 160, 90],
    [20, '/one/thumbs/small/t001.jpg', 0, 0, 160, 90],
    [30, '/one/thumbs/small/t001.jpg', 160, 0, 160, 90],
    [40, '/one/thumbs/small/t002.jpg', 0, 0, 160, 90],
  ]);
  expect(readDash(mpd(set).replace('static', 'dynamic'), base)).toEqual([]);
});

test('[SD1] of several base addresses of one level the first counts', () => {
  const set = `<BaseURL>first/</BaseURL><BaseURL>second/</BaseURL><Period><BaseURL>a/</BaseURL><BaseURL>b/</BaseURL>
    <AdaptationSet mimeType="image/jpeg">${tile}<SegmentTemplate media="$Number$.jpg" duration="45"/>
    <Representation width="320" height="90"/></AdaptationSet></Period>`;
  expect(brief(readDash(mpd(set), base))[0]?.[1]).toBe('/one/first/a/1.jpg');
});

test('[SD1] tiles of DASH by a timeline, over several periods', () => {
  const period = (more: string, path: string) => `<Period ${more}><AdaptationSet mimeType="image/jpeg">${tile}
    <SegmentTemplate media="${path}-$Time$.jpg" presentationTimeOffset="100">
    <SegmentTimeline><S t="100" d="10" r="-1"/></SegmentTimeline></SegmentTemplate>
    <Representation id="a" width="320" height="90"/></AdaptationSet></Period>`;
  const pictures = brief(readDash(mpd(period('duration="PT15S"', 'a') + period('start="PT30S"', 'b')), base));
  expect(pictures.map(([seconds, sheet]) => [seconds, sheet])).toEqual([
    [0, '/one/a-100.jpg'],
    [5, '/one/a-100.jpg'],
    [10, '/one/a-110.jpg'],
    [30, '/one/b-100.jpg'],
    [35, '/one/b-100.jpg'],
    [40, '/one/b-110.jpg'],
  ]);
});

test('[SD3] hostile documents cost no more than what is read of them', () => {
  const cues = Array.from({ length: 60_000 }, () => '00:01.000 --> 00:02.000\na.jpg\n').join('\n');
  expect(readVtt(`WEBVTT\n\n${cues}`, base)).toHaveLength(maxRead);
  const sheet = '#EXTINF:9999999,\n#EXT-X-TILES:RESOLUTION=1x1,LAYOUT=60000x60000,DURATION=0.000001\na.jpg\n';
  expect(readImagePlaylist(`#EXTM3U\n${sheet.repeat(100)}`, base).length).toBeLessThanOrEqual(2 * maxRead);
  const huge = `<Period duration="PT9S"><AdaptationSet>${tile.replace('2x1', '60000x60000')}
    <SegmentTemplate media="$Number$" duration="1" timescale="1000000"/>
    <Representation width="65000" height="65000"/></AdaptationSet></Period>`;
  expect(readDash(mpd(huge.repeat(50)), base).length).toBeLessThanOrEqual(2 * maxRead);
  const entity = '<!DOCTYPE a [<!ENTITY x "y">]><MPD type="static">&x;</MPD>';
  for (const wrong of [entity, `<MPD>${'<a>'.repeat(50)}`, '<MPD>', '<html></html>'])
    expect(() => readDash(wrong, base), wrong).toThrow(NoStoryboard);
});

test('[SD2] [SD3] what cannot be is left out, and of too many pictures an even selection stays', () => {
  const picture = (startSeconds: number, part?: Picture['part']): Picture => ({
    startSeconds,
    sheet: base,
    ...(part ? { part } : {}),
  });
  const part = { x: 0, y: 0, width: 160, height: 90 };
  const wrong = [
    picture(200_000),
    picture(Number.NaN),
    picture(1, { ...part, width: 0 }),
    picture(1, { ...part, x: 65_500 }),
    picture(1, { ...part, y: 0.5 }),
  ];
  expect(possible([picture(5, part), ...wrong, picture(2)]).map(({ startSeconds }) => startSeconds)).toEqual([2, 5]);
  const many = possible(Array.from({ length: 3 * maxPictures }, (_, i) => picture(i)));
  expect([many.length, many[1]?.startSeconds, many.at(-1)?.startSeconds]).toEqual([
    maxPictures,
    3,
    3 * maxPictures - 3,
  ]);
});

test('[SD2] no text makes the reading fail otherwise than by refusing it', () => {
  const words = ['WEBVTT\n', '#EXTM3U\n', '#EXT-X-IMAGES-ONLY\n', '#EXT-X-TILES:', 'LAYOUT=2x2,', 'RESOLUTION=9x9,'];
  const more = ['#EXTINF:4,\n', 'a.jpg\n', '00:01.000 --> 00:02.000\n', '#xywh=1,2,3,4', 'http://[', '$Number$'];
  const elements = ['<MPD>', '<Period start="PT1S">', '<S d="1"/>', '</MPD>', '<SegmentTemplate media="$$">', '\0'];
  const word = fc.constantFrom(...words, ...more, ...elements);
  const text = fc.array(fc.oneof(word, fc.string()), { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (document) => {
      possible(readImagePlaylist(document, base));
      findImagePlaylist(document, base);
      for (const read of [readVtt, readDash])
        try {
          possible(read(document, base));
        } catch (cause) {
          expect(cause).toBeInstanceOf(NoStoryboard);
        }
    }),
  );
});
