import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextTurn, systemClock } from '../../kernel/clock.ts';
import { makeLane } from './image-lane.ts';
import { gifOf, pngOf } from './images.fixture.ts';
import { type Images, makeImages } from './images.ts';

let images: Images;
let folder: string;
beforeAll(() => {
  images = makeImages({ clock: systemClock });
  folder = mkdtempSync(join(tmpdir(), 'matinee-images-'));
});
afterAll(() => {
  images.stop();
  rmSync(folder, { recursive: true, force: true });
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c03040' } });
/** A photograph that lies on its side and names the place where it was taken. */
const photograph = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg();

const avif = (width: number) => [{ width, type: 'image/avif' } as const];
const webp = (width: number) => [{ width, type: 'image/webp' } as const];

function saved(bytes: Uint8Array): string {
  const path = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(path, bytes);
  return path;
}

const prepared = (bytes: Uint8Array) => {
  const path = saved(bytes);
  return images.prepare(path, `${path}.out`);
};

describe('looking', () => {
  test('[IM10] how much there is to see in an image', async () => {
    const detailIn = async (bytes: Uint8Array) => (await prepared(bytes)).seen!.detail;
    const words = { create: { width: 20, height: 4, channels: 3, background: 'white' } } as const;
    const titles = sharp({ create: { width: 200, height: 100, channels: 3, background: 'black' } })
      .composite([{ input: words, top: 40, left: 90 }])
      .png();
    expect(await detailIn(await plain(200, 100).png().toBuffer())).toBe(0);
    expect(await detailIn(await titles.toBuffer())).toBeLessThan(0.5);
    expect(await detailIn(await photograph(90, 60).toBuffer())).toBeGreaterThan(3);
  });

  test('[IM1] [IM2] the kinds are told from their bytes, upright', async () => {
    const factsOf = async (bytes: Uint8Array) => (await prepared(bytes)).seen?.facts;
    const made = { width: 40, height: 30, frames: 1 };
    expect(await factsOf(await plain(40, 30).png().toBuffer())).toEqual({ ...made, type: 'image/png' });
    expect(await factsOf(await plain(40, 30).webp().toBuffer())).toEqual({ ...made, type: 'image/webp' });
    expect(await factsOf(await plain(40, 30).gif().toBuffer())).toEqual({ ...made, type: 'image/gif' });
    expect(await factsOf(await plain(40, 30).avif().toBuffer())).toEqual({ ...made, type: 'image/avif' });
    const lying = await photograph(40, 30).toBuffer();
    expect(await factsOf(lying)).toEqual({ width: 30, height: 40, frames: 1, type: 'image/jpeg' });
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'],
    ['HTML', '<!doctype html><script>1</script>'],
    ['TIFF', 'II*\0\x08\0\0\0\0\0'],
    ['PDF', '%PDF-1.7'],
    ['nothing', ''],
  ])('[IM1] %s is refused, by looking and by rendering', async (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    await expect(prepared(bytes)).rejects.toMatchObject({ reason: 'kind' });
    await expect(images.render(saved(bytes), webp(10))).rejects.toMatchObject({
      reason: expect.stringMatching(/kind|damaged/),
    });
  });

  test('[IM3] too many pixels, too many frames and broken bytes are refused', async () => {
    const lineOf = (width: number) => deflateSync(Buffer.alloc(1 + Math.ceil(width / 8)));
    const refusal = (bytes: Uint8Array, reason: unknown) => expect(prepared(bytes)).rejects.toMatchObject({ reason });
    await refusal(pngOf(8_193, 1, lineOf(8_193)), 'dimensions');
    await refusal(pngOf(1, 8_193, lineOf(1)), 'dimensions');
    await refusal(pngOf(2_000_000_000, 2_000_000_000, lineOf(1)), expect.stringMatching(/dimensions|damaged/));
    await refusal(gifOf(2_001), 'frames');
    expect((await prepared(gifOf(2_000))).seen).toMatchObject({ facts: { frames: 2_000 } });
    await refusal(Buffer.from('\x89PNG\r\n\x1a\nand no more', 'latin1'), 'damaged');
    const bytes = await photograph(600, 600).toBuffer();
    await refusal(bytes.subarray(0, bytes.length / 2), 'damaged');
    // The head promises a bit for each pixel, and the body has not one line of them.
    await refusal(pngOf(8_000, 8_000, deflateSync(Buffer.alloc(10))), 'damaged');
  });

  test('[IM6] the thumbhash is one of the upright picture', async () => {
    const { seen } = await prepared(await plain(300, 200).png().toBuffer());
    const found = thumbHashToAverageRGBA(seen!.thumbhash);
    expect(found.r).toBeCloseTo(0xc0 / 255, 1);
    expect(found.g).toBeCloseTo(0x30 / 255, 1);
    expect(found.b).toBeCloseTo(0x40 / 255, 1);
  });
});

describe('rendering', () => {
  test('[IM5] variants are upright, never larger, and tell nothing of where they were taken', async () => {
    const bytes = await photograph(1_200, 600).toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const sizes = [320, 600, 1_920].flatMap((width) => [...avif(width), ...webp(width)]);
    const { facts, variants } = await images.render(saved(bytes), sizes);
    expect(facts).toEqual({ type: 'image/jpeg', width: 600, height: 1_200, frames: 1 });
    const shapes = variants.map(({ type, width, height }) => [type, width, height]);
    expect(shapes).toEqual([
      ['image/avif', 600, 1_200],
      ['image/webp', 600, 1_200],
      ['image/avif', 320, 640],
      ['image/webp', 320, 640],
    ]);
    for (const { bytes: made, type } of variants) {
      const found = await sharp(made).metadata();
      expect([found.exif, found.xmp, found.iptc, found.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(type).toContain(found.format === 'heif' ? 'avif' : found.format);
    }
  });

  test('[IM4] the largest image that is allowed is rendered within the limits, however it is packed', async () => {
    const largest = plain(8_192, 8_192);
    const { variants } = await images.render(saved(await largest.png().toBuffer()), webp(100));
    expect(variants.length).toBe(1);
    const progressive = await images.render(
      saved(await largest.jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer()),
      webp(100),
    );
    expect(progressive.facts.width).toBe(8_192);
  });

  test('[IM4] an image that takes too long is ended, and the next one is made', async () => {
    const hasty = makeImages({ clock: systemClock, renderMs: 300 });
    const slow = await sharp(randomBytes(6_000 * 4_000 * 3), { raw: { width: 6_000, height: 4_000, channels: 3 } })
      .jpeg()
      .toBuffer();
    await expect(hasty.render(saved(slow), avif(6_000))).rejects.toMatchObject({ reason: 'time' });
    hasty.stop();
    expect((await images.render(saved(await plain(10, 10).png().toBuffer()), webp(10))).variants.length).toBe(1);
  });

  test('[IM7] only so much waits', async () => {
    const lane = makeLane({ clock: systemClock, jobMs: 10_000, maxWaiting: 2 });
    const path = saved(await plain(10, 10).png().toBuffer());
    const job = { kind: 'prepare', path, strippedPath: `${path}.out` } as const;
    const asked = [1, 2, 3].map(() => lane.run(job));
    await expect(asked[2]).rejects.toMatchObject({ reason: 'busy' });
    expect((await Promise.all(asked.slice(0, 2))).length).toBe(2);
    expect(await lane.run(job)).toMatchObject({ kind: 'prepared' });
    lane.stop();
  });

  test('[IM9] when it ends with the server, an image that it has and such that wait are told to come again', async () => {
    const ending = makeImages({ clock: systemClock });
    const path = saved(await photograph(2_000, 1_500).toBuffer());
    const asked = [
      ending.render(path, avif(1_500)),
      ending.render(path, avif(320)),
      ending.prepare(path, `${path}.out`),
    ];
    const refused = Promise.allSettled(asked);
    await nextTurn();
    ending.stop();
    expect(await refused).toMatchObject(asked.map(() => ({ status: 'rejected', reason: { reason: 'busy' } })));
    await expect(ending.render(path, webp(320))).rejects.toMatchObject({ reason: 'busy' });
  });
});
