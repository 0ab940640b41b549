import { makeBroadcastFilm, repackedAsMatroska } from '@matinee/testkit/films/broadcast-film.ts';
import { shownArea, shownTimes } from '@matinee/testkit/films/disc-pictures.ts';
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { makeSubtitledFilm, subtitledSeconds } from '@matinee/testkit/films/subtitled-film.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSubtitlesApart } from '../demuxing.ts';
import type { ReadBytes } from '../ebml.ts';
import { readPart } from './read-part.ts';
import type { SubtitlePicture } from './subtitle-part.ts';

function reading(film: Uint8Array) {
  const read = { bytes: 0 };
  const part: ReadBytes = async (start, end) => {
    read.bytes += end - start;
    return new Uint8Array(film.subarray(start, end));
  };
  return { read, part };
}

const everything = { order: 0, from: 0, to: subtitledSeconds };
/** What is seen of a picture: its place, and the colours of a pixel at its left and at its right. */
function seen({ parts, start, screenWidth }: SubtitlePicture) {
  return parts.map(({ png, ...area }) => {
    const pixels = encodedBytes(['-i', 'one.png', '-f', 'rawvideo', '-pix_fmt', 'rgba'], 'one.rgba', {
      'one.png': png,
    });
    const colourAt = (x: number) => [...pixels.subarray(4 * (area.width + x), 4 * (area.width + x) + 4)];
    return { area, start, screenWidth, left: colourAt(2), right: colourAt(60) };
  });
}

describe.skipIf(!hasFfmpeg)('subtitles inside of films', () => {
  test('[DX5] a text is read where it is shown, in a thread of its own', async () => {
    const film = makeSubtitledFilm('text');
    const { part } = reading(film);
    const at = (from: number, to: number) =>
      readSubtitlesApart(part, film.length, { order: 0, from, to }, AbortSignal.timeout(20_000));
    const hello = { start: 0.5, end: 2, text: 'Hello <i>there</i>' };
    expect(await at(0, 10)).toEqual({
      cues: [hello, { start: 9.9, end: 12, text: 'Good &amp; bad' }],
      pictures: [],
    });
    expect((await at(10, 30)).cues.map((cue) => cue.text)).toEqual(['Die Straße']);
  });

  test('[DX5] only the clusters of its time are read', async () => {
    const film = makeSubtitledFilm('text', ['-cluster_time_limit', '1000']);
    const { read, part } = reading(film);
    const { cues } = await readPart(part, film.length, { order: 0, from: 28, to: 30 });
    expect(cues).toHaveLength(1);
    expect(read.bytes).toBeLessThan(film.length / 2 + 512 * 1024);
  });

  test('[DX5] of several tracks the wanted one is read, as text and with its styles', async () => {
    const film = makeSubtitledFilm('several');
    const { part } = reading(film);
    const { cues, script } = await readPart(part, film.length, { ...everything, order: 1 });
    expect(cues).toEqual([{ start: 1, end: 39, text: 'Hello, you\nand you' }]);
    expect(script!.header).toMatch(
      /^\[Script Info\][\s\S]*\nStyle: Default,Arial\n+\[Events\]\nFormat: Layer, Start, End/,
    );
    expect(script!.events).toEqual([
      'Dialogue: 0,0:00:01.00,0:00:39.00,Default,,0,0,0,,{\\pos(1,2)}Hello, you\\Nand you',
    ]);
    await expect(readPart(part, film.length, { ...everything, order: 3 })).rejects.toThrow('no such subtitles');
  });

  test('[DX7] timed texts of an mp4 are read where they are shown, with how they look', async () => {
    const film = makeSubtitledFilm('mp4');
    const { read, part } = reading(film);
    const first = await readPart(part, film.length, { order: 0, from: 0, to: 10 });
    expect(first).toEqual({
      cues: [
        { start: expect.closeTo(0.5, 2), end: expect.closeTo(2, 2), text: 'Hello <i>there</i>' },
        { start: expect.closeTo(9.9, 2), end: expect.closeTo(12, 2), text: 'Good &amp; bad' },
      ],
      pictures: [],
    });
    expect(read.bytes).toBeLessThan(film.length / 4);
    expect((await readPart(part, film.length, { order: 0, from: 10, to: 30 })).cues).toMatchObject([
      { text: 'Die Straße' },
    ]);
    expect((await readPart(part, film.length, { ...everything, order: 1 })).cues).toMatchObject([
      { start: expect.closeTo(1, 2), text: 'Hello, you\nand you' },
    ]);
    await expect(readPart(part, film.length, { ...everything, order: 2 })).rejects.toThrow('no such subtitles');
  });

  test('[DX7] texts of an mp4 with the index before the film', async () => {
    const film = makeSubtitledFilm('mp4', ['-movflags', 'faststart']);
    const { cues } = await readPart(reading(film).part, film.length, everything);
    expect(cues[0]).toMatchObject({ start: expect.closeTo(0.5, 2), text: 'Hello <i>there</i>' });
  });

  test('[DX7] a track of texts begins where its edit list says', async () => {
    const film = makeSubtitledFilm('mp4');
    const track = film.lastIndexOf('trak', film.indexOf('tx3g'));
    const timescale = film.readUInt32BE(film.indexOf('mdhd', track) + 16);
    // After the type: version and flags, the number of edits, and of the first one its length and its beginning.
    film.writeInt32BE(timescale / 4, film.indexOf('elst', track) + 16);
    const { cues } = await readPart(reading(film).part, film.length, everything);
    expect(cues[0]).toMatchObject({ start: expect.closeTo(0.25, 2), text: 'Hello <i>there</i>' });
  });

  test.each(['blu-ray', 'dvd'] as const)('[DX6] pictures of a %s are read', async (kind) => {
    const film = makeSubtitledFilm(kind);
    const { pictures } = await readPart(reading(film).part, film.length, everything);
    expect(pictures.flatMap(seen)).toEqual(
      shownTimes.map(([start]) => ({
        area: shownArea,
        start: expect.closeTo(start, 1),
        screenWidth: 320,
        left: [expect.closeTo(255, -1), expect.closeTo(0, -1), expect.closeTo(0, -1), 255],
        right: [expect.closeTo(255, -1), expect.closeTo(255, -1), expect.closeTo(255, -1), 255],
      })),
    );
  });

  test.each([
    ['DVB', () => makeBroadcastFilm('dvbsub')],
    ['DVB behind the end of the clock', () => makeBroadcastFilm('dvbsub', ['-output_ts_offset', '95436'])],
    ['DVB in Matroska', () => repackedAsMatroska(makeBroadcastFilm('dvbsub'))],
    ['a disc in MPEG-TS', () => makeBroadcastFilm('copy', ['-mpegts_m2ts_mode', '1'])],
  ])('[DX6] [DX11] pictures of television are read: %s', async (_, make) => {
    const film = make();
    const { part } = reading(film);
    const { pictures } = await readPart(part, film.length, everything);
    const visible = pictures.filter(({ parts }) => parts.length > 0);
    expect(visible.flatMap(seen)).toEqual(
      shownTimes.map(([start]) => ({
        area: shownArea,
        start: expect.closeTo(start, 1),
        screenWidth: 320,
        left: [expect.closeTo(240, -1.5), expect.closeTo(0, -1), expect.closeTo(0, -1), 255],
        right: [expect.closeTo(255, -1), expect.closeTo(255, -1), expect.closeTo(255, -1), 255],
      })),
    );
    const ends = pictures.filter(({ parts }) => parts.length === 0).map(({ start }) => start);
    expect(ends).toEqual(shownTimes.map(([, end]) => expect.closeTo(end, 1)));
    const later = await readPart(part, film.length, { ...everything, from: 10, to: 13 });
    expect(later.pictures.map(({ start }) => start)).toEqual([expect.closeTo(12, 1)]);
  });

  test('[DX11] of a recording only what is near its time is read, damaged or not', async () => {
    const film = makeBroadcastFilm('dvbsub', ['-muxrate', '4000k']);
    for (let eighth = 1; eighth < 8; eighth++)
      film.fill(0xff, (film.length >> 3) * eighth, (film.length >> 3) * eighth + 1_000);
    const { read, part } = reading(film);
    const { pictures } = await readPart(part, film.length, { order: 0, from: 13, to: 15 });
    expect(pictures).toMatchObject([{ start: expect.closeTo(14, 1), parts: [] }]);
    expect(read.bytes).toBeLessThan(0.7 * film.length);
    expect(await readPart(part, film.length, { order: 0, from: 90, to: 120 })).toEqual({ cues: [], pictures: [] });
    await expect(readPart(part, film.length, { order: 1, from: 0, to: 30 })).rejects.toThrow('no such subtitles');
  });

  test('[DX3] damaged films end in an answer or an error', async () => {
    const kinds = (['text', 'blu-ray', 'dvd', 'mp4'] as const).map((kind) => makeSubtitledFilm(kind));
    const films = [...kinds, makeBroadcastFilm('dvbsub')];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...films),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 }),
        async (film, changes) => {
          const damaged = Uint8Array.from(film);
          for (const [place, byte] of changes) damaged[place % damaged.length] = byte;
          await readPart(reading(damaged).part, damaged.length, everything).catch((cause: unknown) => {
            expect(cause).toBeInstanceOf(Error);
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});
