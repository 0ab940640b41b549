import { BrokenMedia } from './broken-media.ts';

/** Longest frame with its header: the length field has 13 bits. */
const longestFrame = 8_191;
const headerBytes = 7;

/** How long a frame of AAC becomes with its header. @throws BrokenMedia */
export function adtsLength(frame: Buffer): number {
  const length = frame.length + headerBytes;
  if (length > longestFrame) throw new BrokenMedia('a frame of AAC that is too long');
  return length;
}

/**
 * Puts a header before each frame of AAC (ISO/IEC 13818-7, section 6.2), as AudioSpecificConfig (ISO/IEC 14496-3,
 * section 1.6.2.1) says. @throws BrokenMedia
 */
export function makeAdts(config: Buffer): (frame: Buffer) => Buffer {
  if (config.length < 2) throw new BrokenMedia('a short configuration of AAC');
  const bits = config.readUInt16BE();
  const objectType = bits >> 11;
  const rateIndex = (bits >> 7) & 0x0f;
  const channels = (bits >> 3) & 0x0f;
  // 15: the rate is spelled out, and the header has no place for that.
  if (objectType < 1 || rateIndex > 12 || channels < 1 || channels > 7) throw new BrokenMedia('an unusual AAC');
  // The header knows four types; SBR and PS announce themselves in the frames.
  const profile = objectType <= 4 ? objectType - 1 : 1;
  return (frame) => {
    const length = adtsLength(frame);
    const header = Buffer.of(
      ...[0xff, 0xf1, (profile << 6) | (rateIndex << 2) | (channels >> 2)],
      ...[((channels & 3) << 6) | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc],
    );
    return Buffer.concat([header, frame]);
  };
}
