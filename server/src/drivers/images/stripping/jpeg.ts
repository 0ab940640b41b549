import { isTurned, orientationOnly } from './orientation.ts';
import { slice, text, uint } from './reader.ts';

/** Markers (ITU-T T.81, annex B). */
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const temporary = 0x01;
/** Application segments are 0xe0 to 0xef. */
const jfif = 0xe0;
const profile = 0xe2;
const adobe = 0xee;
const comment = 0xfe;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * A JPEG with only the parts needed for decoding and display: tables, frames and scans, colours (profile and Adobe's
 * transform) and orientation. Removes all bytes after the end of the image: phones put films and further pictures
 * there.
 */
export function stripJpeg(bytes: Buffer, orientation: number | undefined): Buffer {
  const head: Buffer[] = [];
  const kept: Buffer[] = [];
  let at = 2;
  for (;;) {
    while (uint(bytes, at, 1) === 0xff && uint(bytes, at + 1, 1) === 0xff) at++;
    const marker = uint(bytes, at + 1, 1);
    if (marker === endOfImage) break;
    const end = endOf(bytes, at, marker);
    if (marker === jfif) {
      if (text(bytes, at + 4, 5) === 'JFIF\0') head.push(withoutThumbnail(slice(bytes, at, at + 18)));
    } else if (isKept(bytes, at, marker)) kept.push(slice(bytes, at, end));
    at = end;
    if (at >= bytes.length) break;
  }
  const turned = isTurned(orientation) ? [exifOf(orientation)] : [];
  const start = Buffer.from([0xff, startOfImage]);
  return Buffer.concat([start, ...head.slice(0, 1), ...turned, ...kept, Buffer.from([0xff, endOfImage])]);
}

function isKept(bytes: Buffer, at: number, marker: number): boolean {
  if (marker === profile) return text(bytes, at + 4, 12) === 'ICC_PROFILE\0';
  if (marker === adobe) return text(bytes, at + 4, 5) === 'Adobe';
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  return !isApplication && marker !== comment;
}

/** The end of the segment, or of the scan data after it. */
function endOf(bytes: Buffer, at: number, marker: number): number {
  if (isRestart(marker) || marker === temporary) return at + 2;
  const end = at + 2 + Math.max(2, uint(bytes, at + 2, 2));
  slice(bytes, at, end);
  if (marker !== startOfScan) return end;
  for (let next = bytes.indexOf(0xff, end); next !== -1; next = bytes.indexOf(0xff, next + 1)) {
    const following = bytes[next + 1];
    if (following === undefined) break;
    // Stuffed zeros and restarts belong to the data, and 0xff may be repeated before a marker.
    if (following !== 0 && following !== 0xff && !isRestart(following)) return next;
  }
  return bytes.length;
}

/** The segment without its thumbnail: version, density, and an empty thumbnail (JFIF 1.02). */
function withoutThumbnail(segment: Buffer): Buffer {
  const copy = Buffer.from(segment);
  copy.writeUInt16BE(16, 2);
  copy.writeUInt16BE(0, 16);
  return copy;
}

function exifOf(orientation: number): Buffer {
  const tiff = orientationOnly(orientation);
  const head = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1');
  head.writeUInt16BE(head.length - 2 + tiff.length, 2);
  return Buffer.concat([head, tiff]);
}
