import { isTurned, orientationOnly } from './orientation.ts';
import { slice, text } from './reader.ts';

/** Chunks needed for decoding and displaying a WebP (RFC 9649, section 2.7). */
const kept = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const hasExif = 0x08;
const hasXmp = 0x04;
/** Position and size of a frame, before its own chunks. */
const frameHeadBytes = 16;

/** Removes EXIF, XMP and unknown chunks from a WebP, and bytes after its end. */
export function stripWebp(bytes: Buffer, orientation: number | undefined): Buffer {
  const end = 8 + slice(bytes, 4, 8).readUInt32LE();
  const turned = isTurned(orientation) ? orientationOnly(orientation) : undefined;
  const chunks = keptChunks(slice(bytes, 12, Math.min(end, bytes.length)), turned !== undefined);
  if (turned && chunks[0]?.subarray(0, 4).toString('latin1') === 'VP8X') chunks.push(chunkOf('EXIF', turned));
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function keptChunks(bytes: Buffer, keepsExif: boolean): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const name = text(bytes, at, 4);
    const data = slice(bytes, at + 8, at + 8 + slice(bytes, at + 4, at + 8).readUInt32LE());
    if (name === 'VP8X') chunks.push(chunkOf(name, withFlags(data, keepsExif)));
    else if (name === 'ANMF') chunks.push(chunkOf(name, keptFrame(data)));
    else if (kept.has(name)) chunks.push(chunkOf(name, data));
    at += 8 + data.length + (data.length % 2);
  }
  return chunks;
}

function keptFrame(data: Buffer): Buffer {
  const head = slice(data, 0, frameHeadBytes);
  return Buffer.concat([head, ...keptChunks(data.subarray(frameHeadBytes), false)]);
}

function withFlags(data: Buffer, keepsExif: boolean): Buffer {
  const copy = Buffer.from(slice(data, 0, 10));
  copy[0] = (copy[0]! & ~(hasExif | hasXmp)) | (keepsExif ? hasExif : 0);
  return copy;
}

/** Chunks have an even length. */
function chunkOf(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
