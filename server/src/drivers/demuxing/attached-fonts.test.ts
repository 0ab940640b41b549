import { makeStyledFilm, styledEvent, styledFile } from '@matinee/testkit/films/styled-film.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAttachedFonts } from './attached-fonts.ts';
import { readFontsApart } from './demuxing.ts';
import type { ReadBytes } from './ebml.ts';

/** An element of EBML whose length takes eight bytes. */
function element(id: number, content: Uint8Array): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  const name = Buffer.from(id.toString(16).padStart(id > 0xffff ? 8 : 4, '0'), 'hex');
  return Buffer.concat([name, length, content]);
}

const attachment = (name: string, type: string, bytes: number) =>
  element(
    0x61a7,
    Buffer.concat([
      element(0x466e, Buffer.from(name)),
      element(0x4660, Buffer.from(type)),
      element(0x465c, Buffer.alloc(bytes, 7)),
    ]),
  );
const filmOf = (...attachments: readonly Uint8Array[]) =>
  Buffer.concat([
    element(0x1a45dfa3, Buffer.alloc(4)),
    element(0x18538067, element(0x1941a469, Buffer.concat(attachments))),
  ]);

function reading(film: Uint8Array) {
  const seen = { bytes: 0 };
  const read: ReadBytes = async (start, end) => {
    seen.bytes += end - start;
    return new Uint8Array(film.subarray(start, end));
  };
  return { seen, read };
}

const fontsIn = (film: Uint8Array) => readAttachedFonts(reading(film).read, film.length);

describe('fonts that a film has attached', () => {
  test('[DX8] fonts are told by their type or their name, and not read', async () => {
    const film = filmOf(
      attachment('a.bin', 'font/ttf', 300_000),
      attachment('cover.png', 'image/png', 500),
      attachment('B.OTF', 'application/octet-stream', 20),
      attachment('empty.ttf', 'font/ttf', 0),
    );
    const { seen, read } = reading(film);
    const found = await readAttachedFonts(read, film.length);
    expect(found.map(({ name, length }) => [name, length])).toEqual([
      ['a.bin', 300_000],
      ['B.OTF', 20],
    ]);
    expect(film.subarray(found[1]!.start, found[1]!.start + 20)).toEqual(Buffer.alloc(20, 7));
    expect(seen.bytes).toBeLessThan(2_000);
  });

  test('[DX8] more than 64 fonts, and more than 20 MB, are left out', async () => {
    const many = Array.from({ length: 70 }, (_, i) => attachment(`${i}.ttf`, 'font/ttf', 10));
    expect(await fontsIn(filmOf(...many))).toHaveLength(64);
    const large = [12_000_000, 9_000_000, 8_000_000].map((bytes, i) => attachment(`${i}.ttf`, 'font/ttf', bytes));
    expect((await fontsIn(filmOf(...large))).map(({ name }) => name)).toEqual(['0.ttf', '2.ttf']);
  });

  test('[DX8] what is no Matroska or has none has no fonts; what is damaged is an error', async () => {
    expect(await fontsIn(Buffer.from('an mp4, say'))).toEqual([]);
    expect(await fontsIn(filmOf())).toEqual([]);
    const film = filmOf(attachment('a.ttf', 'font/ttf', 100));
    film.writeUInt8(0xff, film.indexOf('465c', 0, 'hex') + 4);
    await expect(fontsIn(film)).rejects.toThrow('longer than its parent');
    await expect(fontsIn(filmOf(attachment('a.ttf', 'font/ttf', 100)).subarray(0, 120))).rejects.toThrow();
  });

  test.skipIf(!hasFfmpeg)('[DX8] [DX3] a film of ffmpeg is read in a thread, and damaged ones end', async () => {
    const film = makeStyledFilm(styledFile(styledEvent(1, 2, 'text')));
    const found = await readFontsApart(reading(film).read, film.length, AbortSignal.timeout(20_000));
    expect(found).toMatchObject([{ name: 'own.ttf', length: expect.any(Number) }]);
    // The beginning of a TrueType font.
    expect(film.readUInt32BE(found[0]!.start)).toBe(0x00010000);
    const head = film.subarray(0, 4_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }), async (changes) => {
        const damaged = Uint8Array.from(head);
        for (const [place, byte] of changes) damaged[place % damaged.length] = byte;
        await fontsIn(damaged).catch((cause: unknown) => expect(cause).toBeInstanceOf(Error));
      }),
      { numRuns: 60 },
    );
  });
});
