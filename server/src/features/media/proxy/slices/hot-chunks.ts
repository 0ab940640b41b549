import type { FileHandle } from 'node:fs/promises';

/** Bytes read and written at a time: a stalled reader costs this much memory, unless others have stopped there too. */
export const chunkBytes = 256 * 1_024;
/** Most chunks that are kept while nobody needs them, and most buffers without a chunk. */
const mostKept = 64;
const mostSpare = 16;

/** A piece of a slice. A holder may send its bytes, and releases it afterwards. */
export class Chunk {
  readonly bytes: Buffer;
  readonly #spare: Buffer[];
  #holders = 1;

  constructor(spare: Buffer[]) {
    this.#spare = spare;
    this.bytes = spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  }

  hold(): this {
    this.#holders += 1;
    return this;
  }

  /** Called when the holder no longer uses the bytes, and the system has finished writing them. */
  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0 && this.#spare.length < mostSpare) this.#spare.push(this.bytes);
  }
}

/**
 * The pieces of slices that were read last, in memory [SC16]. People who watch together read the same bytes at about the
 * same moment. If each reads them from the disk, 16 readers take twice the processor time (`npm run bench -- proxy`).
 */
export class HotChunks {
  /** Buffers of chunks that nobody holds: a film takes thousands of them. */
  readonly #spare: Buffer[] = [];
  /** By name, the one that was used longest ago first. Each is held here. */
  readonly #kept = new Map<string, { readonly chunk: Chunk; readonly loaded: Promise<void> }>();

  /** A new chunk, which the caller holds and fills. */
  begin(): Chunk {
    return new Chunk(this.#spare);
  }

  /** Keeps a complete chunk for the next readers. */
  keep(name: string, chunk: Chunk, loaded: Promise<void> = Promise.resolve()): void {
    this.#drop(name);
    this.#kept.set(name, { chunk: chunk.hold(), loaded });
    if (this.#kept.size > mostKept) this.#drop(this.#kept.keys().next().value!);
  }

  /** The chunk of this name, which the caller holds. `load` fills it when it is not in memory. @throws as `load` does */
  async read(name: string, load: (bytes: Buffer) => Promise<void>): Promise<Chunk> {
    const kept = this.#kept.get(name);
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      const chunk = kept.chunk.hold();
      await kept.loaded;
      return chunk;
    }
    const chunk = this.begin();
    const loaded = load(chunk.bytes);
    this.keep(name, chunk, loaded);
    try {
      await loaded;
    } catch (cause) {
      if (this.#kept.get(name)?.chunk === chunk) this.#kept.delete(name);
      throw cause;
    }
    return chunk;
  }

  clear(): void {
    for (const name of [...this.#kept.keys()]) this.#drop(name);
  }

  #drop(name: string): void {
    this.#kept.get(name)?.chunk.release();
    this.#kept.delete(name);
  }
}

/** Reads a chunk of a slice from its file. @throws Error when the file is shorter than the slice. */
export async function loadChunk(file: FileHandle, bytes: Buffer, number: number, sliceLength: number): Promise<void> {
  const start = number * chunkBytes;
  const length = Math.min(chunkBytes, sliceLength - start);
  for (let there = 0; there < length; ) {
    const { bytesRead } = await file.read(bytes, there, length - there, start + there);
    if (bytesRead === 0) throw new Error('a slice is shorter than it was');
    there += bytesRead;
  }
}
