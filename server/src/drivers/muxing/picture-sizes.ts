/** The size of pictures as decoders are told of it, for the head of an MP4. Pure. */
import { BitReader, withoutEmulation } from '../../kernel/bit-reader.ts';
import { readHevcConfig } from './parameter-sets.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** From the decoder configuration of HEVC (ITU-T H.265, section 7.3.2.2). Undefined: it cannot be read. */
export function hevcSize(config: Buffer): PictureSize | undefined {
  const isSequenceSet = (unit: Buffer) => ((unit[0] ?? 0) >> 1) % 64 === 33;
  const unit = readHevcConfig(config).units.find(isSequenceSet);
  return unit && read(() => sizeInHevc(new BitReader(withoutEmulation(unit.subarray(2)))));
}

/** From units of AV1 that have a sequence header (AV1, section 5.5). Undefined: they have none, or it cannot be read. */
export function av1Size(units: Buffer): PictureSize | undefined {
  return read(() => {
    for (let at = 0; at < units.length; ) {
      const { type, from, to } = unitAt(units, at);
      if (type === 1) return sizeInAv1(new BitReader(units.subarray(from, to)));
      at = to;
    }
    return undefined;
  });
}

/** From a key frame of VP9 (VP9, section 6.2). Undefined: it is none. */
export function vp9Size(frame: Buffer): PictureSize | undefined {
  return read(() => sizeInVp9(new BitReader(frame)));
}

function sizeInHevc(reader: BitReader): PictureSize {
  reader.bits(4);
  const layers = reader.bits(3);
  reader.bits(1);
  // Profile and level, of all and of each layer (section 7.3.3).
  reader.bits(96);
  const told = Array.from({ length: layers }, () => reader.bits(1) * 88 + reader.bits(1) * 8);
  if (layers > 0) reader.bits(2 * (8 - layers));
  for (const bits of told) reader.bits(bits);
  reader.count();
  const chroma = reader.count();
  if (chroma === 3) reader.bits(1);
  const [width, height] = [reader.count(), reader.count()];
  if (reader.bits(1) === 0) return { width, height };
  const [left, right, top, bottom] = [reader.count(), reader.count(), reader.count(), reader.count()];
  const [unitX, unitY] = [chroma === 1 || chroma === 2 ? 2 : 1, chroma === 1 ? 2 : 1];
  return { width: width - (left + right) * unitX, height: height - (top + bottom) * unitY };
}

/** AV1, sections 5.3.2 and 4.10.5. */
function unitAt(units: Buffer, at: number) {
  const head = units.readUInt8(at);
  let from = at + 1 + ((head >> 2) & 1);
  if (((head >> 1) & 1) === 0) return { type: head >> 3, from, to: units.length };
  let length = 0;
  for (let place = 0; place < 5; place += 1) {
    const byte = units.readUInt8(from);
    from += 1;
    length += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) break;
  }
  return { type: head >> 3, from, to: from + length };
}

function sizeInAv1(reader: BitReader): PictureSize {
  reader.bits(4);
  if (reader.bits(1) === 1) reader.bits(5);
  else skipOperatingPoints(reader);
  const [widthBits, heightBits] = [reader.bits(4) + 1, reader.bits(4) + 1];
  return { width: reader.bits(widthBits) + 1, height: reader.bits(heightBits) + 1 };
}

/** AV1, section 5.5.1. */
function skipOperatingPoints(reader: BitReader): void {
  const hasTiming = reader.bits(1) === 1;
  if (hasTiming) {
    reader.bits(64);
    if (reader.bits(1) === 1) reader.count();
  }
  const hasModel = hasTiming && reader.bits(1) === 1;
  const delayBits = hasModel ? reader.bits(5) + 1 : 0;
  if (hasModel) reader.bits(42);
  const hasDelays = reader.bits(1) === 1;
  for (let points = reader.bits(5) + 1; points > 0; points -= 1) {
    reader.bits(12);
    if (reader.bits(5) > 7) reader.bits(1);
    if (hasModel && reader.bits(1) === 1) reader.bits(2 * delayBits + 1);
    if (hasDelays && reader.bits(1) === 1) reader.bits(4);
  }
}

function sizeInVp9(reader: BitReader): PictureSize | undefined {
  reader.bits(2);
  const profile = reader.bits(1) + reader.bits(1) * 2;
  if (profile === 3) reader.bits(1);
  const [isShownAgain, isInter] = [reader.bits(1), reader.bits(1)];
  reader.bits(2);
  if (isShownAgain || isInter || reader.bits(24) !== 0x498342) return undefined;
  if (profile >= 2) reader.bits(1);
  const isRgb = reader.bits(3) === 7;
  if (!isRgb) reader.bits(1);
  if (profile % 2 === 1) reader.bits(isRgb ? 1 : 3);
  return { width: reader.bits(16) + 1, height: reader.bits(16) + 1 };
}

function read(work: () => PictureSize | undefined): PictureSize | undefined {
  try {
    const size = work();
    return size && size.width > 0 && size.height > 0 && size.width <= most && size.height <= most ? size : undefined;
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** Larger pictures are mistakes. */
const most = 16_384;
