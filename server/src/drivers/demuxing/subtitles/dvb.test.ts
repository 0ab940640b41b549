import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDvb } from './dvb.ts';
import type { PicturePart } from './subtitle-part.ts';

const word = (value: number) => [value >> 8, value & 0xff];

function segment(kind: number, content: readonly number[], page = 1): number[] {
  return [0x0f, kind, ...word(page), ...word(content.length), ...content];
}

/** Of a page that shows one region at 10, 20; empty: no region. */
const page = (state: number, regions: readonly number[] = [1]) =>
  segment(0x10, [5, state << 2, ...regions.flatMap((id) => [id, 0, ...word(10), ...word(20)])]);

/** A region of 8 × 2 pixels with one object at its left edge. `depth`: 1, 2 or 3 for 2, 4 or 8 bits. */
const region = (depth: number, isFilled = true, fill = 0) =>
  segment(0x11, [1, isFilled ? 8 : 0, ...word(8), ...word(2), depth << 2, 0, fill, fill << 2, ...word(7), 0, 0, 0, 0]);

/** Bits as bytes; what is left of the last one is 0. */
function bytesOf(bits: string): number[] {
  const whole = bits.replaceAll(' ', '');
  return Array.from({ length: Math.ceil(whole.length / 8) }, (_, i) =>
    Number.parseInt(whole.slice(i * 8, i * 8 + 8).padEnd(8, '0'), 2),
  );
}

/** An object with these bytes as its upper lines, and as its lower ones. */
const object = (data: readonly number[], flags = 0) =>
  segment(0x13, [...word(7), flags, ...word(data.length), ...word(0), ...data]);

function show(...packets: readonly (readonly number[])[]) {
  return readDvb(
    packets.map((data, i) => ({ start: i, end: undefined, data: Uint8Array.from([0x20, 0, ...data, 0xff]) })),
    [1],
  );
}

/** The places of its pixels in the table of colours, line by line. */
function pixelsOf({ png, width, height }: PicturePart): number[][] {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf('IDAT') + 4;
  const rows = inflateSync(bytes.subarray(at, at + bytes.readUInt32BE(at - 8)));
  return Array.from({ length: height }, (_, y) => [...rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1))]);
}

test.each([
  // One pixel, a run of three, one of colour 0, two of colour 0, and the end.
  [1, 0x10, '01  00 1 000 10  00 0 1  00 0 0 01  00 0 0 00', [1, 2, 2, 2, 0, 0, 0, 3]],
  // One pixel, three of colour 0, a run of four, and the end.
  [2, 0x11, '1001  0000 0 001  0000 1 0 00 1100  0000 0 000', [9, 0, 0, 0, 12, 12, 12, 12]],
  // One pixel, two of colour 0, a run of five, and the end.
  [
    3,
    0x12,
    '11001000  00000000 0 0000010  00000000 1 0000101 10101010  00000000 0 0000000',
    [200, 0, 0, ...Array(5).fill(170)],
  ],
  // Codes of two bits in a region of eight.
  [3, 0x10, '01  10  11  00 1 001 01  00 0 0 00', [0x77, 0x88, 0xff, 0x77, 0x77, 0x77, 0x77, 0]],
])('[DX11] runs in a region of depth %s, coded as %s', (depth, kind, bits, line) => {
  const fill = depth === 1 ? 3 : 0;
  const [picture] = show([...page(2), ...region(depth, true, fill), ...object([kind, ...bytesOf(bits), 0xf0])]);
  expect(picture).toMatchObject({ start: 0, end: 5, screenWidth: 720, screenHeight: 576 });
  expect(picture!.parts).toMatchObject([{ x: 10, y: 20, width: 8, height: 2 }]);
  expect(pixelsOf(picture!.parts[0]!)).toEqual([line, line]);
});

test('[DX11] a later packet changes what was sent before, until a page begins anew', () => {
  const one = [0x11, ...bytesOf('0101 0000 0 000'), 0xf0];
  const shown = show(
    [...page(2), ...region(2), ...object(one)],
    // The same object, but what has code 1 stays, and so does the region.
    [...page(0), ...region(2, false), ...object([0x11, ...bytesOf('0001 0110 0000 0 000'), 0xf0], 2)],
    page(0, []),
    [...page(0)],
    [...page(1)],
  );
  expect(shown.map(({ parts }) => parts.map((part) => pixelsOf(part)[0]!.slice(0, 3)))).toEqual([
    [[5, 0, 0]],
    [[5, 6, 0]],
    [],
    [[5, 6, 0]],
    [],
  ]);
});

test('[DX11] what is repeated is one picture, and pages of other subtitles are none', () => {
  const all = [...page(2), ...region(1), ...object([0x10, ...bytesOf('01'), 0xf0])];
  const pictures = show(all, segment(0x10, [9, 8], 2), all);
  expect(pictures).toMatchObject([{ start: 0, end: 7 }]);
  expect(pictures[0]!.parts).toHaveLength(1);
});

test('[DX11] the colours of a page, and the size and window of its screen', () => {
  const size = segment(0x14, [8, ...word(1919), ...word(1079), ...word(100), ...word(1900), ...word(50), ...word(900)]);
  // Full: red by ITU-R BT.601, half transparent. Short: no light.
  const colours = segment(0x12, [0, 0, 1, 0x81, 81, 240, 90, 127, 2, 0x80, 0, 0]);
  const [picture] = show([...size, ...page(2), ...region(1), ...colours, ...object([0x10, ...bytesOf('01'), 0xf0])]);
  expect(picture).toMatchObject({ screenWidth: 1920, screenHeight: 1080, parts: [{ x: 110, y: 70 }] });
  const png = Buffer.from(picture!.parts[0]!.png);
  const colour = (kind: string, entry: number, length: number) => {
    const at = png.indexOf(kind) + 4 + entry * length;
    return [...png.subarray(at, at + length)];
  };
  expect([colour('PLTE', 1, 3), colour('tRNS', 1, 1)]).toEqual([[254, 0, 0], [128]]);
  expect([colour('tRNS', 2, 1), colour('PLTE', 3, 3)]).toEqual([[0], [127, 127, 127]]);
});

test('[DX3] damaged pages end in pictures or an error, soon', () => {
  const all = [...page(2), ...region(2), ...object([0x11, ...bytesOf('0101 0000 0 000'), 0xf0])];
  const changes = fc.array(fc.tuple(fc.nat(all.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 4 }), (packets) => {
      try {
        show(
          ...packets.map((each) => {
            const damaged = [...all];
            for (const [place, byte] of each) damaged[place] = byte;
            return damaged;
          }),
        );
      } catch (cause) {
        expect(cause).toBeInstanceOf(Error);
      }
    }),
  );
  const huge = segment(0x11, [1, 8, ...word(0xffff), ...word(0xffff), 4, 0, 0, 0]);
  expect(() => show([...page(2), ...huge])).toThrow('too large');
  const large = segment(0x11, [1, 8, ...word(3840), ...word(2160), 4, 0, 0, 0]);
  const often = Array.from({ length: 40 }, () => [...page(0), ...large]);
  expect(() => show(...often)).toThrow('too large');
});

/** A region of that size, with one and the same object at its left edge, in these lines. */
const largeRegion = (id: number, width: number, height: number, lines: readonly number[] = []) =>
  segment(0x11, [
    ...[id, 8, ...word(width), ...word(height), 3 << 2, 0, 0, 0],
    ...lines.flatMap((line) => [...word(7), 0, 0, ...word(line)]),
  ]);

/** Pixels that hardly compress: codes of eight bits, one after the other, in 56 lines of 1 000. */
function noisyObject(seed: number): number[] {
  let state = seed;
  const next = () => {
    state = (state * 16_807) % (2 ** 31 - 1);
    return 1 + (state % 255);
  };
  return object(Array.from({ length: 28 }, () => [0x12, ...Array.from({ length: 1_000 }, next), 0, 0, 0xf0]).flat());
}

test('[DX11] a page has at most the pixels of the largest screen', () => {
  const all = [1, 2, 3].flatMap((id) => largeRegion(id, 3_840, 1_080));
  expect(() => show([...page(2), ...all])).toThrow('a page is too large');
});

test('[DX11] an object that stands in ten thousand places and draws nothing is too much', () => {
  const nothing = object(Array(60_000).fill(0xf0));
  expect(() => show([...page(2), ...largeRegion(1, 8, 2, Array(10_000).fill(0)), ...nothing])).toThrow(
    'the subtitles are too large',
  );
});

test('[DX11] pictures of a part that do not compress are bounded', () => {
  const lines = Array.from({ length: 10 }, (_, i) => i * 56);
  const beginning = [...page(2), ...largeRegion(1, 1_000, 560, lines)];
  const packets = Array.from({ length: 80 }, (_, i) => [...(i === 0 ? beginning : page(0)), ...noisyObject(i + 1)]);
  expect(() => show(...packets)).toThrow('the subtitles are too large');
});
