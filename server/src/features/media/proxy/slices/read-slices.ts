import type { Writable } from 'node:stream';
import { nextTurn } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { ByteRange } from '../../../../kernel/http/ranges.ts';
import type { BodyVersion } from './body-version.ts';
import type { CachedSource, OpenSlice, SliceCache } from './slice-cache.ts';
import { partsOf, type SlicePart } from './slice-math.ts';

/** Most attempts to fetch a slice for one reader. */
const attempts = 2;

/**
 * Writes a range of a version to `out`, slice by slice: while the system takes one chunk, the next one is read from the
 * disk. @throws UpstreamFailed, AppError `proxy.changed`, or when `out` closes
 */
export async function writeRange(
  cache: SliceCache,
  version: BodyVersion,
  source: CachedSource,
  range: ByteRange,
  out: Writable,
): Promise<void> {
  const buffers: Turning = [cache.buffers.take(), cache.buffers.take()];
  const chunks = chunksOf(cache, version, source, range, buffers, out);
  let coming = chunks.next();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done) break;
      coming = chunks.next();
      // The next `await` reports the failure.
      coming.catch(() => undefined);
      await write(out, value);
    }
  } catch (cause) {
    // Closes the open slice after the read in progress.
    chunks.return().catch(() => undefined);
    throw cause;
  }
  // After a failure the system may still use the buffers, so they are not given back then.
  for (const buffer of buffers) cache.buffers.give(buffer);
}

/** Two buffers that alternate: one is written from while the other is read into. */
type Turning = readonly [Buffer, Buffer];

async function* chunksOf(
  cache: SliceCache,
  version: BodyVersion,
  source: CachedSource,
  range: ByteRange,
  buffers: Turning,
  out: Writable,
): AsyncGenerator<Buffer, void, void> {
  let turn = 0;
  const nextBuffer = () => buffers[turn++ % 2]!;
  for (const part of partsOf(range)) {
    cache.readAhead(version, source, part.index + 1);
    yield* chunksIn(() => cache.open(version, source, part.index), part, nextBuffer, out);
  }
}

async function* chunksIn(
  open: () => Promise<OpenSlice>,
  { from, to }: SlicePart,
  nextBuffer: () => Buffer,
  out: Writable,
): AsyncGenerator<Buffer, void, void> {
  let place = from;
  for (let attempt = 1; place < to; attempt++) {
    const slice = await open();
    try {
      while (place < to) {
        await slice.fill?.reach(place);
        const there = Math.min(slice.fill?.filled ?? to, to) - place;
        const buffer = nextBuffer();
        const { bytesRead } = await slice.file.read(buffer, 0, Math.min(there, buffer.length), place);
        if (bytesRead === 0) throw new Error('a slice is shorter than it was');
        place += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } catch (cause) {
      // A fill that broke off is continued from here; a refusal is final.
      const isBroken = slice.fill !== undefined && !out.destroyed && !(cause instanceof AppError);
      if (!isBroken || attempt === attempts) throw cause;
      // By the next turn, the broken fill is forgotten.
      await nextTurn();
    } finally {
      await slice.close();
    }
  }
}

/** Resolves when the system has taken the bytes, so that the buffer can be used again. */
function write(out: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(bytes, (failure) => (failure ? reject(failure) : resolve()));
  });
}
