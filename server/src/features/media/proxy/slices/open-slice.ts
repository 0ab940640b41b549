import type { FileHandle } from 'node:fs/promises';
import type { Fill } from './fill.ts';
import { type Chunk, chunkBytes, type HotChunks, loadChunk } from './hot-chunks.ts';

/** Bytes that somebody asked for, in a chunk of which they let go afterwards. */
interface SliceBytes {
  readonly chunk: Chunk;
  readonly bytes: Buffer;
}

/** A slice to read from: complete, or growing. */
export interface OpenSlice {
  readonly isGrowing: boolean;
  /** Some bytes from `place` on, and none from `to` on. @throws the failure of the disk, or of the slice on its way */
  read(place: number, to: number): Promise<SliceBytes>;
  close(): Promise<void>;
}

/** The slice of this name, which is `length` bytes long. */
export function openComplete(file: FileHandle, name: string, length: number, chunks: HotChunks): OpenSlice {
  return {
    isGrowing: false,
    async read(place, to) {
      const number = Math.floor(place / chunkBytes);
      const chunk = await chunks.read(`${name}/${number}`, (bytes) => loadChunk(file, bytes, number, length));
      return { chunk, bytes: partOf(chunk, number, place, to) };
    },
    close: () => file.close(),
  };
}

export function openGrowing(fill: Fill): OpenSlice {
  fill.hold();
  return {
    isGrowing: true,
    async read(place, to) {
      await fill.reach(place);
      const number = Math.floor(place / chunkBytes);
      const there = Math.min(fill.received, to);
      const chunk = await fill.chunk(number);
      return { chunk, bytes: partOf(chunk, number, place, there) };
    },
    close: async () => fill.release(),
  };
}

function partOf({ bytes }: Chunk, number: number, from: number, to: number): Buffer {
  const start = number * chunkBytes;
  return bytes.subarray(from - start, to - start);
}
