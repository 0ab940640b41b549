/** Pictures of H.264 as MPEG-TS carries them: start codes in the place of lengths (H.264, annex B). */
import { BrokenMedia } from './broken-media.ts';
import type { ParameterSets } from './parameter-sets.ts';

const startCode = Buffer.of(0, 0, 0, 1);
/**
 * A unit that marks the beginning of a picture, as TS requires (ISO/IEC 13818-1, section 2.14.1). It allows all kinds
 * of slices.
 */
const delimiter = Buffer.of(0, 0, 0, 1, 0x09, 0xf0);
/** A slice has thousands of bytes and a picture dozens of slices. */
const mostUnits = 1_024;

/** Converts a picture. A key frame begins with the parameter sets, which decoders need first. @throws BrokenMedia */
export function toAnnexB(picture: Buffer, sets: ParameterSets, isKey: boolean): Buffer {
  const parts: Buffer[] = [delimiter];
  if (isKey) for (const unit of sets.units) parts.push(startCode, unit);
  let count = 0;
  for (let at = 0; at < picture.length; count += 1) {
    if (at + sets.lengthBytes > picture.length || count >= mostUnits) throw new BrokenMedia('a broken picture');
    const length = picture.readUIntBE(at, sets.lengthBytes);
    const start = at + sets.lengthBytes;
    at = start + length;
    if (at > picture.length) throw new BrokenMedia('a unit that is longer than its picture');
    const unit = picture.subarray(start, at);
    if (length > 0 && !isDelimiter(unit[0]!)) parts.push(startCode, unit);
  }
  return Buffer.concat(parts);
}

/** Type 9 (table 7-1). */
function isDelimiter(first: number): boolean {
  return (first & 0x1f) === 9;
}
