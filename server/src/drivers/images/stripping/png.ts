import { crc32 } from 'node:zlib';
import { isTurned, orientationOnly } from './orientation.ts';
import { slice, text, uint } from './reader.ts';

/** Chunks needed for decoding and displaying a PNG, including animated ones (W3C PNG, third edition, section 11). */
const kept = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'pHYs'],
]);
const signatureBytes = 8;

/** Removes texts, times and EXIF from a PNG, and bytes after its end. */
export function stripPng(bytes: Buffer, orientation: number | undefined): Buffer {
  const chunks = [slice(bytes, 0, signatureBytes)];
  let at = signatureBytes;
  for (let name = ''; name !== 'IEND' && at < bytes.length; ) {
    name = text(bytes, at + 4, 4);
    const end = at + 12 + uint(bytes, at, 4);
    const chunk = slice(bytes, at, end);
    if (kept.has(name)) chunks.push(chunk);
    if (name === 'IHDR' && isTurned(orientation)) chunks.push(chunkOf('eXIf', orientationOnly(orientation)));
    at = end;
  }
  return Buffer.concat(chunks);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
