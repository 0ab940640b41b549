import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { type Images, makeImages } from './images.ts';
import { stripGif } from './stripping/gif.ts';
import { stripHeif } from './stripping/heif.ts';
import { stripJpeg } from './stripping/jpeg.ts';
import { stripPng } from './stripping/png.ts';
import { stripWebp } from './stripping/webp.ts';

let images: Images;
let folder: string;
beforeAll(() => {
  images = makeImages({ clock: systemClock });
  folder = mkdtempSync(join(tmpdir(), 'matinee-stripping-'));
});
afterAll(() => {
  images.stop();
  rmSync(folder, { recursive: true, force: true });
});

const secret = 'Anna Musterfrau, 51.5N';
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description dc:creator="${secret}" xmlns:dc="http://purl.org/dc/elements/1.1/"/></rdf:RDF></x:xmpmeta>`;
let made = 0;

/** A gradient that is different on each side. */
function picture(): Sharp {
  const [width, height] = [48, 32];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    pixels[at] = ((at / 3) % width) * 5;
    pixels[at + 1] = Math.floor(at / 3 / width) * 7;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const telling = (orientation: number) =>
  picture()
    .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp(xmp)
    .withMetadata({ orientation });

/** The stripped picture, and whether there was anything to strip. */
async function strip(bytes: Buffer) {
  const path = join(folder, String(made++));
  writeFileSync(path, bytes);
  const { seen, isStripped } = await images.prepare(path, `${path}.out`);
  return { bytes: isStripped ? readFileSync(`${path}.out`) : bytes, isStripped, seen };
}

const shown = (bytes: Buffer) => sharp(bytes, { animated: true }).autoOrient().raw().toBuffer();

async function expectClean(before: Buffer, after: Buffer): Promise<void> {
  expect(before.includes('Anna')).toBe(true);
  expect(after.includes('Anna')).toBe(false);
  const { iptc, xmp: left, exif } = await sharp(after).metadata();
  expect([iptc, left?.some((byte) => byte !== 0) ?? false]).toEqual([undefined, false]);
  expect((exif ?? []).filter((byte) => byte !== 0).length).toBeLessThan(20);
  expect((await shown(after)).equals(await shown(before))).toBe(true);
}

describe.each([1, 3, 6, 8])('orientation %d', (orientation) => {
  test.each([
    ['JPEG', () => telling(orientation).jpeg()],
    ['progressive JPEG', () => telling(orientation).jpeg({ progressive: true })],
    ['JPEG with a profile', () => telling(orientation).withIccProfile('p3').jpeg()],
    ['PNG', () => telling(orientation).png()],
    ['WebP', () => telling(orientation).webp({ lossless: true })],
    ['AVIF', () => telling(orientation).avif()],
  ])('[IM8] %s', async (_, make) => {
    const before = await make().toBuffer();
    const { bytes, isStripped, seen } = await strip(before);
    expect(isStripped).toBe(true);
    await expectClean(before, bytes);
    expect((await sharp(bytes).metadata()).icc?.length).toBe((await sharp(before).metadata()).icc?.length);
    const { width, height } = seen!.facts;
    expect([width, height]).toEqual(orientation > 4 ? [32, 48] : [48, 32]);
    const again = await strip(bytes);
    expect(again.isStripped).toBe(false);
  });
});

describe('what programs and phones add', () => {
  const segment = (marker: number, data: string) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, Buffer.from(data, 'latin1')]);
  };

  test('[IM8] comments, IPTC, further pictures, and what comes behind a JPEG', async () => {
    const clean = await picture().jpeg().toBuffer();
    const before = Buffer.concat([
      clean.subarray(0, 2),
      segment(0xfe, secret),
      segment(0xed, `Photoshop 3.0\0${secret}`),
      segment(0xe2, `MPF\0${secret}`),
      segment(0xef, secret),
      clean.subarray(2),
      Buffer.from(`a film made by ${secret}`),
    ]);
    const { bytes } = await strip(before);
    expect(bytes.equals(clean)).toBe(true);
  });

  test('[IM8] texts and what comes behind a PNG', async () => {
    const clean = await picture().png().toBuffer();
    const text = Buffer.concat([
      Buffer.from([0, 0, 0, secret.length + 5]),
      Buffer.from(`tEXtname\0${secret}`),
      Buffer.alloc(4),
    ]);
    const before = Buffer.concat([clean.subarray(0, 33), text, clean.subarray(33), Buffer.from(secret)]);
    expect((await strip(before)).bytes.equals(clean)).toBe(true);
  });

  test('[IM8] a moving GIF keeps its frames and its loop, and no comments', async () => {
    const frames = [20, 90, 160].map((blue) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 9, g: 9, b: blue } } })
        .png()
        .toBuffer(),
    );
    const clean = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif({ loop: 0, delay: [80, 90, 100] })
      .toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])]);
    const at = clean.indexOf('!');
    const before = Buffer.concat([clean.subarray(0, at), comment, clean.subarray(at), Buffer.from(secret)]);
    const { bytes, seen } = await strip(before);
    await expectClean(before, bytes);
    expect(seen!.facts.frames).toBe(3);
    expect((await sharp(bytes, { animated: true }).metadata()).delay).toEqual([80, 90, 100]);
    expect((await sharp(bytes, { animated: true }).metadata()).loop).toBe(0);
  });

  test('[IM8] a moving WebP keeps its frames', async () => {
    const frames = [20, 90].map((blue) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 9, g: 9, b: blue } } })
        .png()
        .toBuffer(),
    );
    const before = await sharp(await Promise.all(frames), { join: { animated: true } })
      .withExif({ IFD0: { Copyright: secret } })
      .webp({ lossless: true, delay: [80, 90] })
      .toBuffer();
    const { bytes, seen } = await strip(before);
    await expectClean(before, bytes);
    expect(seen!.facts.frames).toBe(2);
  });

  test('[IM8] a photograph in HEIC, which nobody decodes here, loses what tells of it in its place', async () => {
    // For readers, the brand alone makes it HEVC.
    const before = await telling(1).avif().toBuffer();
    for (let at = before.indexOf('avif'); at !== -1 && at < 40; at = before.indexOf('avif', at + 1))
      before.write('heic', at);
    const { bytes, seen, isStripped } = await strip(before);
    expect([seen, isStripped, bytes.length]).toEqual([undefined, true, before.length]);
    expect(before.includes('Anna')).toBe(true);
    expect(bytes.includes('Anna')).toBe(false);
  });
});

test('[IM8] bytes that break off or lie about their lengths are refused and never read beyond their end', async () => {
  const strippers = [
    [await telling(6).jpeg().toBuffer(), stripJpeg],
    [await telling(6).png().toBuffer(), stripPng],
    [await telling(6).webp().toBuffer(), stripWebp],
    [await picture().gif().toBuffer(), stripGif],
    [await telling(6).avif().toBuffer(), stripHeif],
  ] as const;
  for (const [bytes, stripOne] of strippers) {
    for (let change = 0; change < 3_000; change++) {
      const copy = Buffer.from(bytes.subarray(0, change % 7 === 0 ? 1 + ((change * 31) % bytes.length) : bytes.length));
      for (let n = 0; n <= change % 4; n++)
        copy[(change * 7_919 + n * 104_729) % copy.length] = (change * 13 + n * 77) & 255;
      try {
        expect(stripOne(copy, 6).length).toBeLessThan(copy.length + 200);
      } catch (cause) {
        expect(cause).toMatchObject({ reason: expect.stringMatching(/damaged|kind/) });
      }
    }
  }
});
