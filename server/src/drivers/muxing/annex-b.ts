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
  const whole = Buffer.allocUnsafe(annexBLength(picture, sets, isKey));
  let end = delimiter.copy(whole);
  const add = (from: Buffer, start: number, length: number) => {
    end += startCode.copy(whole, end);
    end += from.copy(whole, end, start, start + length);
  };
  if (isKey) for (const unit of sets.units) add(unit, 0, unit.length);
  forEachUnit(picture, sets.lengthBytes, (start, length) => add(picture, start, length));
  return whole;
}

/** How long a picture becomes, before it is converted. @throws BrokenMedia as the conversion would */
export function annexBLength(picture: Buffer, sets: ParameterSets, isKey: boolean): number {
  let total = delimiter.length;
  if (isKey) for (const unit of sets.units) total += startCode.length + unit.length;
  forEachUnit(picture, sets.lengthBytes, (_, length) => {
    total += startCode.length + length;
  });
  return total;
}

/** @throws BrokenMedia */
function forEachUnit(picture: Buffer, lengthBytes: number, onUnit: (start: number, length: number) => void): void {
  let count = 0;
  for (let at = 0; at < picture.length; count += 1) {
    if (at + lengthBytes > picture.length || count >= mostUnits) throw new BrokenMedia('a broken picture');
    const length = picture.readUIntBE(at, lengthBytes);
    const start = at + lengthBytes;
    at = start + length;
    if (at > picture.length) throw new BrokenMedia('a unit that is longer than its picture');
    if (length > 0 && !isDelimiter(picture[start]!)) onUnit(start, length);
  }
}

/** Type 9 (table 7-1). */
function isDelimiter(first: number): boolean {
  return (first & 0x1f) === 9;
}
