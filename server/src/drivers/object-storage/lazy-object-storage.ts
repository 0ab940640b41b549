import type { ObjectStorage, ObjectStorageParts } from './object-storage.ts';

/** The store. Its library loads at the first use, because it takes 20 MB and most servers have no object store. */
export function lazyObjectStorage(parts: ObjectStorageParts): ObjectStorage {
  let opened: Promise<ObjectStorage> | undefined;
  const open = () => {
    opened ??= import('./object-storage.ts').then(({ makeObjectStorage }) => makeObjectStorage(parts));
    return opened;
  };
  return {
    check: async () => (await open()).check(),
    beginUpload: async (...given) => (await open()).beginUpload(...given),
    signPart: async (...given) => (await open()).signPart(...given),
    listParts: async (...given) => (await open()).listParts(...given),
    completeUpload: async (...given) => (await open()).completeUpload(...given),
    async *read(...given) {
      yield* (await open()).read(...given);
    },
    putPart: async (...given) => (await open()).putPart(...given),
    find: async (...given) => (await open()).find(...given),
    put: async (...given) => (await open()).put(...given),
    list: async (...given) => (await open()).list(...given),
    remove: async (...given) => (await open()).remove(...given),
    close: () => void opened?.then((storage) => storage.close()),
  };
}
