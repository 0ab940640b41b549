/** Reads the picture size from a sequence parameter set of H.264 (ITU-T H.264, section 7.3.2.1.1). Pure. */

import { BitReader, withoutEmulation } from '../../kernel/bit-reader.ts';
import type { PictureSize } from './receiver-messages.ts';

/** Profiles with chroma fields in their set. */
const profilesWithChroma = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);
/** Undefined: the set is unreadable. */
export function readPictureSize(sps: Buffer): PictureSize | undefined {
  try {
    return readSize(new BitReader(withoutEmulation(sps.subarray(1))));
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

function readSize(reader: BitReader) {
  const profile = reader.bits(8);
  reader.bits(16);
  reader.count();
  const chroma = profilesWithChroma.has(profile) ? readChroma(reader) : 1;
  reader.count();
  readOrder(reader);
  reader.count();
  reader.bits(1);
  const [widthInBlocks, heightInBlocks] = [reader.count() + 1, reader.count() + 1];
  const isProgressive = reader.bits(1) === 1;
  if (!isProgressive) reader.bits(1);
  reader.bits(1);
  const cut = reader.bits(1) === 1 ? [reader.count(), reader.count(), reader.count(), reader.count()] : [0, 0, 0, 0];
  const [left, right, top, bottom] = cut as [number, number, number, number];
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (isProgressive ? 1 : 2);
  const width = widthInBlocks * 16 - (left + right) * unitX;
  const height = heightInBlocks * 16 * (isProgressive ? 1 : 2) - (top + bottom) * unitY;
  return width > 0 && height > 0 && width <= 16_384 && height <= 16_384 ? { width, height } : undefined;
}

/** The chroma format. */
function readChroma(reader: BitReader): number {
  const format = reader.count();
  if (format === 3) reader.bits(1);
  reader.count();
  reader.count();
  reader.bits(1);
  // Streams from browsers have no scaling lists.
  if (reader.bits(1) === 1) throw new RangeError('scaling lists');
  return format;
}

/** The picture order count. */
function readOrder(reader: BitReader): void {
  const type = reader.count();
  if (type === 0) reader.count();
  if (type !== 1) return;
  reader.bits(1);
  reader.count();
  reader.count();
  const cycle = reader.count();
  if (cycle > 255) throw new RangeError('no count');
  for (let place = 0; place < cycle; place += 1) reader.count();
}
