import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImageRefused } from '../../../../drivers/images/image-refused.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import { systemRandom } from '../../../../kernel/random.ts';
import type { FileBackend } from '../backends/file-backend.ts';
import type { UploadRow } from '../files.store.ts';
import { makePictureFiles } from './picture-files.ts';
import { makeStripping } from './stripping.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stripping over a backend with arbitrary bytes, and an image process that behaves as the test sets it. */
function make(prepare: () => Promise<never>) {
  const backend = {
    read: async function* () {
      yield randomBytes(10);
    },
  } as unknown as FileBackend;
  const files = makePictureFiles(folder, systemRandom);
  const backends = { of: () => backend, named: () => backend };
  const none = undefined as never;
  return makeStripping({ db: none, ids: none, clock: systemClock, backends, files, images: { prepare } });
}

let made = 0;
const upload = () =>
  ({
    id: `file_${++made}`,
    owner_id: 'user_1',
    location: 'blob',
    backend: 'database',
    size_bytes: 10,
    mime_type: 'image/png',
  }) as UploadRow;

test('[FI52] a picture waits while others are looked at, four lie on disk at a time, and too many are told to come again', async () => {
  const ends: (() => void)[] = [];
  const stripping = make(() => new Promise((_, reject) => ends.push(() => reject(new ImageRefused('damaged')))));
  const running = Array.from({ length: 64 }, () => stripping.strip(upload()).catch(({ reason }) => reason));
  while (ends.length < 4) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect([ends.length, readdirSync(folder).length]).toEqual([4, 4]);
  await expect(stripping.strip(upload())).rejects.toMatchObject({ reason: 'files.pictures_busy' });
  for (let ended = 0; ended < 64; ended++) {
    while (ends.length <= ended) await new Promise((resolve) => setImmediate(resolve));
    ends[ended]!();
  }
  expect(new Set(await Promise.all(running))).toEqual(new Set(['files.bad_picture']));
  expect(readdirSync(folder)).toEqual([]);
});

test('[FI52] a picture that may be fine is not refused for good while the process of images is busy', async () => {
  const stripping = make(async () => {
    throw new ImageRefused('busy');
  });
  await expect(stripping.strip(upload())).rejects.toMatchObject({ code: 'unavailable', reason: 'files.pictures_busy' });
});
