import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRecentBytes } from './recent-bytes.ts';

/** Most bytes of segments in memory: those that several viewers read at the same time. */
const maxMemoryBytes = 64 * 1_048_576;

/** Keeps the segments of converted films for a while: on disk, the latest in memory too. */
export interface SegmentStore {
  /** Deletes what an earlier process left. */
  clear(): Promise<void>;
  has(film: string, part: string): boolean;
  /** Deletes what was read longest ago if there is no space. @throws Error when the disk is full. */
  put(film: string, part: string, bytes: Buffer): Promise<void>;
  /** Undefined: it is not kept, or no longer. */
  get(film: string, part: string): Promise<Buffer | undefined>;
  /** Deletes all parts of a film. */
  drop(film: string): Promise<void>;
  readonly bytes: number;
}

/** `film` is a name that fits into a path. */
export function makeSegmentStore(folder: string, maxBytes: number): SegmentStore {
  /** Bytes of each part, those read longest ago first. */
  const kept = new Map<string, number>();
  const recent = makeRecentBytes(maxMemoryBytes);
  let bytes = 0;

  function forget(name: string): void {
    bytes -= kept.get(name) ?? 0;
    kept.delete(name);
    recent.forget(name);
  }

  async function makeSpace(): Promise<void> {
    const dropped: string[] = [];
    for (const name of kept.keys()) {
      if (bytes <= maxBytes) break;
      forget(name);
      dropped.push(name);
    }
    await Promise.all(dropped.map((name) => rm(join(folder, name), { force: true })));
  }

  return {
    get bytes() {
      return bytes;
    },
    async clear() {
      await rm(folder, { recursive: true, force: true });
    },
    has: (film, part) => kept.has(join(film, part)),
    async put(film, part, content) {
      const name = join(film, part);
      await mkdir(join(folder, film), { recursive: true });
      await writeFile(join(folder, name), content);
      forget(name);
      kept.set(name, content.length);
      bytes += content.length;
      recent.put(name, content);
      await makeSpace();
    },
    async get(film, part) {
      const name = join(film, part);
      const size = kept.get(name);
      if (size === undefined) return undefined;
      kept.delete(name);
      kept.set(name, size);
      const found = recent.get(name) ?? (await readFile(join(folder, name)).catch(() => undefined));
      if (found) recent.put(name, found);
      else forget(name);
      return found;
    },
    async drop(film) {
      for (const name of [...kept.keys()].filter((one) => one.startsWith(`${film}/`))) forget(name);
      await rm(join(folder, film), { recursive: true, force: true });
    },
  };
}
