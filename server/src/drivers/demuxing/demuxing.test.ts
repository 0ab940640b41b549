import { makeBroadcastFilm } from '@matinee/testkit/films/broadcast-film.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFilm } from './demuxing.fixture.ts';
import { readFilmApart } from './demuxing.ts';
import type { FilmFacts } from './film-facts.ts';
import { shownLanguage, shownName } from './film-facts.ts';
import { readMatroska } from './matroska.ts';
import { readChapterBox } from './mp4-chapters.ts';
import { readFilm } from './read-film.ts';
import { readTransport } from './transport/transport-film.ts';

function reading(film: Uint8Array) {
  const read = { bytes: 0 };
  const part = async (start: number, end: number) => {
    read.bytes += end - start;
    return new Uint8Array(film.subarray(start, end));
  };
  return { read, part };
}

const signal = () => AbortSignal.timeout(20_000);
const kinds = ({ tracks }: FilmFacts) => tracks.map(({ kind, codec, language }) => [kind, codec, language].join(' '));
const chapters = [
  { startSeconds: 0, name: 'Opening' },
  { startSeconds: 2, name: 'Die Mitte — “middle”' },
];

describe.skipIf(!hasFfmpeg)('films of ffmpeg', () => {
  test('[DX1] [DX2] an mp4, in a thread of its own', async () => {
    const film = makeFilm('mp4', 30);
    const { read, part } = reading(film);
    const facts = await readFilmApart(part, film.length, signal());
    expect(facts.container).toBe('mp4');
    expect(facts.durationSeconds).toBeCloseTo(30, 1);
    expect(facts.tracks).toMatchObject([
      { kind: 'video', codec: 'h264', codecString: expect.stringMatching(/^avc1\./), width: 320, height: 180 },
      { kind: 'audio', codec: 'aac', codecString: 'mp4a.40.2', language: 'eng', channels: 1, isDefault: true },
      { kind: 'audio', codec: 'aac', language: 'deu', isDefault: false },
    ]);
    expect(facts.chapters).toEqual(chapters);
    expect(read.bytes).toBeLessThan(film.length / 4);
  });

  test('[DX1] [DX7] an mp4 with subtitles, beside which its chapters are no others', async () => {
    const film = makeFilm('m4v', 30);
    const { read, part } = reading(film);
    const facts = await readFilm(part, film.length);
    expect(kinds(facts)).toEqual(['video h264 ', 'audio aac eng', 'audio aac deu', 'subtitle tx3g fra']);
    expect(facts.tracks.at(-1)).toMatchObject({ name: 'Full', isDefault: true });
    expect(facts.chapters).toEqual(chapters);
    expect(read.bytes).toBeLessThan(film.length / 4);
  });

  test('[DX1] [DX2] a Matroska with subtitles', async () => {
    const film = makeFilm('mkv', 30);
    const { read, part } = reading(film);
    const facts = await readFilm(part, film.length);
    expect(facts.container).toBe('mkv');
    expect(facts.durationSeconds).toBeCloseTo(30, 0);
    expect(kinds(facts)).toEqual(['video h264 ', 'audio aac eng', 'audio aac deu', 'subtitle srt fra']);
    expect(facts.tracks.map(({ name }) => name)).toEqual(['', '', 'Kommentar', 'Full']);
    expect(facts.chapters).toEqual(chapters);
    expect(read.bytes).toBeLessThan(film.length / 4);
  });

  test.each([
    ['webm', 6, ['video vp8 ', 'audio opus ']],
    ['mp3', 6, ['audio mp3 ']],
    ['ogg', 6, ['audio vorbis ']],
    ['flac', 6, ['audio flac ']],
    ['wav', 6, ['audio pcm ']],
  ])('[DX1] %s', async (ending, seconds, tracks) => {
    const film = makeFilm(ending);
    const facts = await readFilm(reading(film).part, film.length);
    expect(facts.container).toBe(ending);
    expect(facts.durationSeconds).toBeCloseTo(seconds, 0);
    expect(kinds(facts)).toEqual(tracks);
    expect(facts.chapters).toEqual(ending === 'webm' ? chapters : []);
  });

  test.each([
    ['theora.ogv', 'ogg', ['video theora ', 'audio vorbis ']],
    ['mp2.mkv', 'mkv', ['video mpeg2 ', 'audio mp2 ']],
    ['alac.mov', 'mov', ['video mjpeg ', 'audio alac ']],
  ])('[DX10] %s', async (name, container, tracks) => {
    const film = makeFilm(name);
    const facts = await readFilm(reading(film).part, film.length);
    expect(facts.container).toBe(container);
    expect(kinds(facts)).toEqual(tracks);
    expect(facts.tracks[0]).toMatchObject({ width: 320, height: 180 });
  });

  test('[DX1] a transport stream has tracks, and no length that could be trusted', async () => {
    const film = makeFilm('ts');
    const facts = await readFilm(reading(film).part, film.length);
    expect([facts.container, facts.durationSeconds]).toEqual(['mpegts', undefined]);
    expect(kinds(facts)).toEqual(['video h264 ', 'audio aac ']);
  });

  test('[DX1] [DX11] a transport stream tells its subtitles, also behind other bytes', async () => {
    const film = makeBroadcastFilm('dvbsub');
    const expected = ['video h264 ', 'audio ac3 ', 'subtitle dvb deu'];
    const { read, part } = reading(film);
    expect(kinds(await readFilm(part, film.length))).toEqual(expected);
    expect(read.bytes).toBeLessThan(film.length * 1.5);
    const noisy = Buffer.concat([Buffer.alloc(1_000, 'noise'), film]);
    expect(await readTransport(reading(noisy).part, noisy.length)).toMatchObject([{ codec: 'dvb', language: 'deu' }]);
  });

  test('[DX3] a film that is damaged anywhere ends with an answer or an error', async () => {
    const films = ['mp4', 'mkv', 'ogg'].map((ending) => makeFilm(ending, 1));
    const damage = fc.array(fc.tuple(fc.nat(4_000), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...films), damage, fc.boolean(), async (film, changes, isCut) => {
        const damaged = Uint8Array.from(isCut ? film.subarray(0, film.length / 2) : film);
        for (const [place, byte] of changes) damaged[place % damaged.length] = byte;
        const soon = AbortSignal.timeout(4_000);
        await readFilmApart(reading(damaged).part, damaged.length, soon).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Error);
        });
      }),
      { numRuns: 8 },
    );
  });
});

test('[DX3] what is no film is refused, and one that never gives its bytes is given up', async () => {
  const page = Buffer.from('<!doctype html><title>Sign in</title>'.repeat(100));
  await expect(readFilmApart(reading(page).part, page.length, signal())).rejects.toThrow('no film');
  const soon = AbortSignal.timeout(1_500);
  await expect(readFilmApart(() => new Promise(() => undefined), 1e9, soon)).rejects.toThrow('too long');
  await expect(readFilmApart(() => Promise.reject(new Error('secret')), 1e9, signal())).rejects.toThrow('no film');
});

test('[DX3] no bytes make the readers of chapters run without an end', async () => {
  const header = Uint8Array.from([
    0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255,
  ]);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (tail) => {
      const bytes = Uint8Array.from([...header, ...tail]);
      await readMatroska(reading(bytes).part, bytes.length).catch((error: unknown) =>
        expect(error).toBeInstanceOf(Error),
      );
      for (const { startSeconds } of readChapterBox(tail)) expect(Number.isFinite(startSeconds)).toBe(true);
    }),
  );
});

test('[DX4] names and languages are fit to be shown', () => {
  expect(shownName(' a\u0000\u202eb\n ')).toBe('ab');
  expect(shownName('x'.repeat(1_000)).length).toBe(200);
  expect(['de', 'pt-BR', 'und', '<b>', 'x'.repeat(90)].map(shownLanguage)).toEqual(['de', 'pt-BR', '', '', '']);
});
