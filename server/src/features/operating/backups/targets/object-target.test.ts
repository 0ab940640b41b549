import { expect, test } from 'vitest';
import type { ObjectStorage } from '../../../../drivers/object-storage/object-storage.ts';
import { nameAt } from '../keep.ts';
import { objectTarget } from './object-target.ts';

const watch = { signal: new AbortController().signal, onProgress: () => undefined };
const name = nameAt(0);
const key = `backups/${name}`;

function fakeStorage(failsAtPart = 0) {
  const [parts, completed, removed]: [Uint8Array[], string[], string[]] = [[], [], []];
  const storage: Partial<ObjectStorage> = {
    beginUpload: async () => 'u1',
    putPart: async (_upload, part, bytes) => {
      if (part.partNumber === failsAtPart) throw new Error('the store is gone');
      parts.push(bytes);
      return { ...part, etag: '"1"' };
    },
    completeUpload: async (upload) => void completed.push(upload.key),
    remove: async (gone) => void removed.push(gone),
    list: async () => [key],
  };
  return { target: objectTarget(storage as ObjectStorage), parts, completed, removed };
}

async function* archive(): AsyncIterable<Buffer> {
  for (let n = 0; n < 20; n++) yield Buffer.alloc(1024 * 1024, n);
}

test('[BU2] an archive goes to the store in parts, and is there when all came', async () => {
  const { target, parts, completed } = fakeStorage();
  await target.write(name, archive(), watch);
  expect(parts.map(({ length }) => length / 1024 / 1024)).toEqual([8, 8, 4]);
  expect(Buffer.concat(parts)[19.5 * 1024 * 1024]).toBe(19);
  expect(completed).toEqual([key]);
  expect(await target.list()).toEqual([name]);
});

test('[BU2] an upload that fails is ended, and never completed', async () => {
  const { target, completed, removed } = fakeStorage(2);
  await expect(target.write(name, archive(), watch)).rejects.toThrow('the store is gone');
  expect(completed).toEqual([]);
  expect(removed).toEqual([key]);
});
