import type { Writable } from 'node:stream';
import { nextTurn } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { ByteRange } from '../serving/ranges.ts';
import type { BodyVersion } from './body-version.ts';
import type { CachedSource, OpenSlice, SliceCache } from './slice-cache.ts';
import { partsOf, type SlicePart } from './slice-math.ts';

/** How often a slice that broke off is fetched again for one reader. */
const attempts = 2;

/** Writes a range of a version to `out`, slice by slice. @throws UpstreamFailed, AppError `proxy.changed`, or when `out` closes */
export async function writeRange(
  cache: SliceCache,
  version: BodyVersion,
  source: CachedSource,
  range: ByteRange,
  out: Writable,
): Promise<void> {
  const buffer = cache.buffers.take();
  for (const part of partsOf(range)) {
    cache.readAhead(version, source, part.index + 1);
    await writePart(() => cache.open(version, source, part.index), part, buffer, out);
  }
  // After a failure the system may still be writing from the buffer: then it is not used again.
  cache.buffers.give(buffer);
}

async function writePart(
  open: () => Promise<OpenSlice>,
  { from, to }: SlicePart,
  buffer: Buffer,
  out: Writable,
): Promise<void> {
  let place = from;
  for (let attempt = 1; place < to; attempt++) {
    const slice = await open();
    try {
      while (place < to) {
        await slice.fill?.reach(place);
        const there = Math.min(slice.fill?.filled ?? to, to) - place;
        const { bytesRead } = await slice.file.read(buffer, 0, Math.min(there, buffer.length), place);
        if (bytesRead === 0) throw new Error('a slice is shorter than it was');
        await write(out, buffer.subarray(0, bytesRead));
        place += bytesRead;
      }
    } catch (cause) {
      // What has broken off upstream goes on where it was; what was refused stays so.
      const isBroken = slice.fill !== undefined && !out.destroyed && !(cause instanceof AppError);
      if (!isBroken || attempt === attempts) throw cause;
      // In the next turn the broken one is forgotten.
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
