import { createHash } from 'node:crypto';
import type { OwnCopySource } from '@matinee/contract/gen/api.ts';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../client/calls/api-error.ts';
import { differenceOf } from './compare.ts';
import { fingerprintOf, rangesOf } from './fingerprint.ts';
import { readOwnCopy, UnreadableFile } from './read-file.ts';

afterEach(() => void vi.unstubAllGlobals());

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};
const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) % 251);

test('[WOC1] a small file is read whole', async () => {
  for (const size of [1, 1_000, 1_310_720])
    expect(await fingerprintOf(new Blob([bytesOf(size)])), `${size}`).toBe(sha256(bytesOf(size)));
});

test('[WOC1] of a large one five ranges are read, the first and the last bytes among them', async () => {
  const bytes = bytesOf(3_000_000);
  const at = (start: number) => bytes.subarray(start, start + 262_144);
  const starts = [0, 684_464, 1_368_928, 2_053_392, 2_737_856];
  expect(await fingerprintOf(new Blob([bytes]))).toBe(sha256(...starts.map(at)));
});

test('[WOC1] ranges lie in the file, one after another, and miss neither end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (size) => {
      const ranges = rangesOf(size);
      expect(ranges[0]![0]).toBe(0);
      expect(ranges.at(-1)![1]).toBe(size);
      for (const [i, [start, end]] of ranges.entries()) {
        expect(end).toBeGreaterThan(start);
        if (i > 0) expect(start).toBeGreaterThanOrEqual(ranges[i - 1]![1]);
      }
    }),
  );
});

test('[WOC2] what differs is told, the most telling first', () => {
  const theirs: OwnCopySource = { file_name: 'a.mkv', size_bytes: 100, fingerprint: 'a', duration_seconds: 60 };
  expect(differenceOf({ ...theirs, file_name: 'b.mkv' }, theirs)).toBeUndefined();
  expect(differenceOf({ ...theirs, size_bytes: 90, duration_seconds: 63 }, theirs)).toEqual({
    kind: 'length',
    seconds: 3,
  });
  expect(differenceOf({ ...theirs, size_bytes: 90, duration_seconds: 60.2 }, theirs)).toEqual({
    kind: 'size',
    mine: 90,
    theirs: 100,
  });
  const { duration_seconds: _, ...unknownLength } = theirs;
  expect(differenceOf({ ...unknownLength, fingerprint: 'b' }, theirs)).toEqual({ kind: 'content' });
});

test.each([
  ['whose own file does not come', {}, ApiError],
  ['that stumbles over the film', { message: 'Uncaught RangeError' }, UnreadableFile],
])('[WOC1] a reader %s is told apart', async (_, error, kind) => {
  class FakeWorker {
    onerror = (_error: object) => {};
    postMessage() {
      queueMicrotask(() => this.onerror(error));
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', FakeWorker);
  const video = { addEventListener: (_: string, end: () => void) => end(), removeAttribute() {}, load() {} };
  vi.stubGlobal('document', { createElement: () => video });
  await expect(readOwnCopy(new File(['film'], 'film.mkv'))).rejects.toBeInstanceOf(kind);
});
