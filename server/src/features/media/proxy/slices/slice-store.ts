/**
 * Slices on disk: a folder for each version of a body, with a file for each slice and one that describes the version.
 * The least recently used slice is deleted first. A file of the wrong length was not written completely, and is deleted
 * at the start. [SC4]–[SC6]
 */
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BodyVersion } from './body-version.ts';
import { lengthOfSlice } from './slice-math.ts';

/** A version with kept slices, and when upstream last confirmed it. */
export interface Head {
  readonly version: BodyVersion;
  checkedAtMs: number;
}

interface Slice {
  readonly id: string;
  readonly resource: string;
  readonly index: number;
  readonly bytes: number;
}

/**
 * Least weight of a slice, in bytes: even a file of one byte takes blocks of the disk and memory of this process, and a
 * user could cause a million of them.
 */
const leastCounted = 64 * 1_024;

export class SliceStore {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Part of the names of unfinished files: two processes on one folder must not finish each other's files. */
  readonly #owner: string;
  /** By file name, the least recently used first. */
  readonly #slices = new Map<string, Slice>();
  readonly #heads = new Map<string, Head>();
  /** Number of slices of each version that has any. */
  readonly #counts = new Map<string, number>();
  #bytes = 0;
  /** Like `bytes`, but short slices count as `leastCounted`. */
  #weight = 0;
  #parts = 0;
  evictions = 0;

  constructor(folder: string, maxBytes: number, owner: string) {
    this.#owner = owner;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  get figures() {
    return { bytes: this.#bytes, slices: this.#slices.size, bodies: this.#heads.size, maxBytes: this.#maxBytes };
  }

  /** Reads the slices that an earlier process has left. */
  async restore(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const found: (Slice & { readonly usedAtMs: number })[] = [];
    for (const id of await readdir(this.#folder)) found.push(...(await this.#restoreBody(id)));
    for (const slice of found.sort((a, b) => a.usedAtMs - b.usedAtMs)) this.#remember(slice);
    await this.#shrink();
  }

  async #restoreBody(id: string) {
    const folder = join(this.#folder, id);
    const head = await readHead(join(folder, 'head.json'));
    if (!head || head.version.id !== id) {
      await rm(folder, { recursive: true, force: true });
      return [];
    }
    const kept: (Slice & { readonly usedAtMs: number })[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      if (name === 'head.json') continue;
      const path = join(folder, name);
      const index = /^\d+$/.test(name) ? Number(name) : -1;
      // Another process on this folder may have deleted it meanwhile.
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: -1, mtimeMs: 0 }));
      const { resource } = head.version;
      if (size === lengthOfSlice(index, head.version.size))
        kept.push({ id, resource, index, bytes: size, usedAtMs: mtimeMs });
      else await rm(path, { force: true });
    }
    if (kept.length === 0) {
      await rm(folder, { recursive: true, force: true });
      return [];
    }
    const known = this.#heads.get(head.version.resource);
    if (!known || known.checkedAtMs < head.checkedAtMs) this.#heads.set(head.version.resource, head);
    // The earlier of two versions has no readers, and is deleted when space is needed.
    return kept;
  }

  head(resource: string): Head | undefined {
    return this.#heads.get(resource);
  }

  /** Makes the folder of a version, so that later processes can use its slices. */
  async prepare(head: Head): Promise<void> {
    await againWhereGone(() => this.#makeFolder(head));
  }

  async #makeFolder(head: Head): Promise<void> {
    const folder = join(this.#folder, head.version.id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'head.json'), JSON.stringify(head));
  }

  /**
   * Upstream has confirmed this version. Readers of an earlier version may go on with its slices, but new readers do
   * not find them.
   */
  confirm(head: Head): void {
    this.#heads.set(head.version.resource, head);
  }

  /** Deletes a version with all its slices. */
  async forget({ id, resource }: BodyVersion): Promise<void> {
    if (this.#heads.get(resource)?.version.id === id) this.#heads.delete(resource);
    if (this.#counts.has(id)) for (const [name, slice] of this.#slices) if (slice.id === id) this.#drop(name, slice);
    await this.#removeFolder(id);
  }

  /** Opens a complete slice; undefined for others. */
  async open(id: string, index: number): Promise<FileHandle | undefined> {
    const name = nameOf(id, index);
    const slice = this.#slices.get(name);
    if (!slice) return undefined;
    this.#slices.delete(name);
    this.#slices.set(name, slice);
    try {
      return await open(join(this.#folder, id, String(index)), 'r');
    } catch {
      // The file was deleted from outside.
      this.#drop(name, slice);
      return undefined;
    }
  }

  has(id: string, index: number): boolean {
    return this.#slices.has(nameOf(id, index));
  }

  /** A new file for a slice on its way. */
  async begin(version: BodyVersion): Promise<{ readonly file: FileHandle; readonly path: string }> {
    const path = join(this.#folder, version.id, `${this.#owner}-${++this.#parts}.part`);
    return againWhereGone(
      async () => ({ file: await open(path, 'wx+', 0o600), path }),
      () => this.#makeFolder({ version, checkedAtMs: this.#heads.get(version.resource)?.checkedAtMs ?? 0 }),
    );
  }

  /** Called when a slice is complete. */
  async keep({ id, resource }: BodyVersion, index: number, bytes: number, path: string): Promise<void> {
    await rename(path, join(this.#folder, id, String(index)));
    this.#remember({ id, resource, index, bytes });
    await this.#shrink();
  }

  /** Called when a slice has failed. */
  async discard({ id, resource }: BodyVersion, path: string): Promise<void> {
    await rm(path, { force: true });
    if (!this.#counts.has(id)) await this.#leave(id, resource);
  }

  /** Deletes a version without slices, except for slices on their way. */
  async #leave(id: string, resource: string): Promise<void> {
    if (this.#heads.get(resource)?.version.id === id) this.#heads.delete(resource);
    const folder = join(this.#folder, id);
    await rm(join(folder, 'head.json'), { force: true });
    await rmdir(folder).catch(() => undefined);
    // Upstream may have confirmed the version again meanwhile.
    const head = this.#heads.get(resource);
    if (head?.version.id === id) await this.prepare(head);
  }

  /** Deletes the versions selected by `isExpired`. Gives the number of freed bytes. */
  async evict(isExpired: (head: Head) => boolean): Promise<number> {
    const before = this.#bytes;
    for (const head of [...this.#heads.values()]) if (isExpired(head)) await this.forget(head.version);
    return before - this.#bytes;
  }

  /**
   * Deletes all files, including uncounted ones. Gives the number of counted bytes. @throws Error of the disk; then the
   * remaining files are counted again.
   */
  async clear(): Promise<number> {
    const before = this.#bytes;
    this.#slices.clear();
    this.#heads.clear();
    this.#counts.clear();
    this.#bytes = 0;
    this.#weight = 0;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(this.#folder)) await this.#removeFolder(name);
    } catch (cause) {
      await this.restore();
      throw cause;
    }
    return before;
  }

  /** Renames a folder before deleting it, because a slice may be written into it at the same time. */
  async #removeFolder(name: string): Promise<void> {
    const gone = join(this.#folder, `${this.#owner}-${++this.#parts}.gone`);
    try {
      await rename(join(this.#folder, name), gone);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw cause;
    }
    await rm(gone, { recursive: true, force: true });
  }

  #remember(slice: Slice): void {
    const name = nameOf(slice.id, slice.index);
    if (!this.#slices.has(name)) {
      this.#bytes += slice.bytes;
      this.#weight += Math.max(slice.bytes, leastCounted);
      this.#counts.set(slice.id, (this.#counts.get(slice.id) ?? 0) + 1);
    }
    this.#slices.set(name, slice);
  }

  #drop(name: string, slice: Slice): void {
    if (!this.#slices.delete(name)) return;
    this.#bytes -= slice.bytes;
    this.#weight -= Math.max(slice.bytes, leastCounted);
    const left = this.#counts.get(slice.id)! - 1;
    if (left > 0) this.#counts.set(slice.id, left);
    else this.#counts.delete(slice.id);
  }

  async #shrink(): Promise<void> {
    while (this.#weight > this.#maxBytes) {
      const [name, slice] = this.#slices.entries().next().value!;
      this.#drop(name, slice);
      this.evictions += 1;
      await rm(join(this.#folder, slice.id, String(slice.index)), { force: true });
      if (!this.#counts.has(slice.id)) await this.#leave(slice.id, slice.resource);
    }
  }
}

/** Attempts to open a file whose folder disappears. Where somebody deletes everything again and again, some are lost. */
const mostAttempts = 20;

/** Tries again if a folder has disappeared: the version was forgotten, or the files were deleted from outside. */
async function againWhereGone<T>(work: () => Promise<T>, mend?: () => Promise<void>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === mostAttempts) throw cause;
      // Its own failure shows in the next attempt.
      await mend?.().catch(() => undefined);
    }
  }
}

function nameOf(id: string, index: number): string {
  return `${id}/${index}`;
}

async function readHead(path: string): Promise<Head | undefined> {
  try {
    const head = JSON.parse(await readFile(path, 'utf8')) as Head;
    return Number.isSafeInteger(head.version.size) && Number.isFinite(head.checkedAtMs) ? head : undefined;
  } catch {
    return undefined;
  }
}
