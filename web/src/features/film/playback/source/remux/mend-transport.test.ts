import { expect, test } from 'vitest';
import { LostPictures } from './lost-pictures.ts';
import { readLayout, TransportMender } from './mend-transport.ts';

const count = 60;

/** Packets that are numbered, of this size, with the first byte at `lead`. */
function packetsOf(stride: number, lead: number): Uint8Array<ArrayBuffer> {
  const film = new Uint8Array(count * stride).fill(0x10);
  for (let i = 0; i < count; i += 1) film.set([0x47, 0x01, 0x00, 0x10, i], i * stride + lead);
  return film;
}

/** Bytes without a pattern, the same in each run. */
function noise(length: number): Uint8Array<ArrayBuffer> {
  let value = 1;
  return Uint8Array.from({ length }, () => {
    value = (value * 48_271) % 2_147_483_647;
    return value >> 8;
  });
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The film as readers see it, from `position` on, in pieces of so many bytes. */
function mend(film: Uint8Array<ArrayBuffer>, position = 0, piece = 1_000): Uint8Array<ArrayBuffer> {
  const mender = new TransportMender(readLayout(film)!, position, new LostPictures());
  const parts: Uint8Array[] = [];
  for (let at = position; at < film.length; at += piece) parts.push(mender.push(film.slice(at, at + piece)));
  return joined(...parts, mender.end());
}

/** The numbers of the packets at their places; -1: an empty one. @throws Error where there is none */
function numbersOf(film: Uint8Array, stride: number, lead: number): number[] {
  return Array.from({ length: Math.floor(film.length / stride) }, (_, i) => {
    const at = i * stride + lead;
    if (film[at] !== 0x47) throw new Error(`no packet at ${at}`);
    return film[at + 1] === 0x1f ? -1 : film[at + 4]!;
  });
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
const all = Array.from({ length: count }, (_, i) => i);

test.each([
  [188, 0],
  [192, 4],
  [204, 0],
])('[SY107] packets of %s bytes that are whole stay as they are, wherever reading begins', (stride, lead) => {
  const film = packetsOf(stride, lead);
  for (const position of [0, 1, stride - 1, stride, 10 * stride + 77])
    expect(isSame(mend(film, position), film.slice(position))).toBe(true);
  expect(isSame(mend(film, 0, 1), film)).toBe(true);
});

test.each([
  [188, 0],
  [192, 4],
])('[SY107] after a damage to packets of %s bytes, those that follow are at their places', (stride, lead) => {
  const film = packetsOf(stride, lead);
  const [before, after] = [film.slice(0, 20 * stride), film.slice(20 * stride)];
  const found = (damaged: Uint8Array<ArrayBuffer>) => {
    const mended = mend(damaged);
    expect(mended.length).toBe(damaged.length);
    return numbersOf(mended, stride, lead).filter((number) => number >= 0);
  };
  // Other bytes instead of some, bytes that are missing, and bytes too many.
  expect(found(joined(before, noise(1_000), film.slice(20 * stride + 1_000)))).toEqual(
    all.filter((number) => number < 20 || number > 20 + Math.floor(1_000 / stride)),
  );
  expect(found(joined(before, after.slice(1_001)))).toEqual(
    all.filter((number) => number < 20 || number > 20 + Math.floor(1_001 / stride)),
  );
  const inserted = found(joined(before, noise(1_001), after));
  expect(inserted.filter((number) => number !== 20)).toEqual(all.filter((number) => number !== 20));
});

test('[SY107] each part of a damaged film is mended as the whole is', () => {
  const film = packetsOf(188, 0);
  const damaged = joined(film.slice(0, 3_000), film.slice(3_700));
  const mended = mend(damaged);
  for (const position of [0, 100, 1_880, 5_000, 6_001]) {
    expect(isSame(mend(damaged, position), mended.slice(position))).toBe(true);
  }
});

test('[SY107] a packet that could not be received, or in which a track does not begin as it should, is left out', () => {
  const film = packetsOf(188, 0);
  const at = (number: number) => number * 188;
  // Pictures begin in some, in one behind a field of two bytes.
  for (const number of [10, 30, 40]) film.set([0x47, 0x41, 0x00, 0x10, 0, 0, 1], at(number));
  film.set([0x47, 0x41, 0x00, 0x30, 1, 0, 0, 0, 1], at(20));
  expect(isSame(mend(film), film)).toBe(true);
  film[at(20) + 7] = 9;
  film[at(30) + 5] = 9;
  film[at(50) + 1]! |= 0x80;
  const numbers = numbersOf(mend(film), 188, 0);
  expect([20, 30, 50].map((number) => numbers[number])).toEqual([-1, -1, -1]);
  expect(numbers.filter((number) => number < 0)).toHaveLength(3);
  // A table of the film's tracks begins otherwise.
  film[at(10) + 6] = 9;
  expect(numbersOf(mend(film), 188, 0)[10]).toBe(0);
});

test('[SY107] bytes behind the last packet of a film are no packet', () => {
  const film = joined(packetsOf(188, 0), noise(100));
  expect(numbersOf(joined(mend(film), new Uint8Array(88)), 188, 0).at(-1)).toBe(-1);
});

test('[SY107] what is no MPEG-TS is not taken for it', () => {
  expect(readLayout(noise(209))).toBeUndefined();
  expect(readLayout(new Uint8Array())).toBeUndefined();
});
