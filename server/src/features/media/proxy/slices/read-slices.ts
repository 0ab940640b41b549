import type { Writable } from 'node:stream';
import { nextTurn } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { ByteRange } from '../../../../kernel/http/ranges.ts';
import type { BodyVersion } from './body-version.ts';
import type { OpenSlice } from './open-slice.ts';
import type { CachedSource, SliceCache } from './slice-cache.ts';
import { partsOf, type SlicePart } from './slice-math.ts';

/** Most attempts to fetch a slice for one reader. */
const attempts = 2;

/**
 * Writes a range of a version to `out`, slice by slice. @throws UpstreamFailed, AppError `proxy.changed`, or when `out`
 * closes
 */
export async function writeRange(
  cache: SliceCache,
  version: BodyVersion,
  source: CachedSource,
  range: ByteRange,
  out: Writable,
): Promise<void> {
  for (const part of partsOf(range)) {
    cache.readAhead(version, source, part.index + 1);
    await writePart(() => cache.open(version, source, part.index), part, out);
  }
}

async function writePart(open: () => Promise<OpenSlice>, { from, to }: SlicePart, out: Writable): Promise<void> {
  let place = from;
  for (let attempt = 1; place < to; attempt++) {
    const slice = await open();
    try {
      while (place < to) {
        const { chunk, bytes } = await slice.read(place, to);
        await write(out, bytes);
        // After a failure the system may still use the bytes, so the chunk is not let go of then.
        chunk.release();
        place += bytes.length;
      }
    } catch (cause) {
      // A fill that broke off is continued from here; a refusal is final.
      const isBroken = slice.isGrowing && !out.destroyed && !(cause instanceof AppError);
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
