import { Refusal } from '../image-refusal.ts';
import { slice, text, uint } from './reader.ts';

/** Blocks and labels (GIF89a, appendix A). */
const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;
/** Applications whose extension holds the number of repeats. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Removes comments, texts and application data from a GIF, and bytes after its end. */
export function stripGif(bytes: Buffer): Buffer {
  let at = 13 + tableBytes(uint(bytes, 10, 1));
  const kept = [slice(bytes, 0, at)];
  while (at < bytes.length) {
    const kind = uint(bytes, at, 1);
    if (kind === trailer) break;
    const end = endOf(bytes, at, kind);
    if (kind === image || isNeeded(bytes, at)) kept.push(slice(bytes, at, end));
    at = end;
  }
  return Buffer.concat([...kept, Buffer.from([trailer])]);
}

function isNeeded(bytes: Buffer, at: number): boolean {
  const label = uint(bytes, at + 1, 1);
  return label === graphicControl || (label === application && loops.has(text(bytes, at + 3, 11)));
}

function endOf(bytes: Buffer, at: number, kind: number): number {
  if (kind === extension) return endOfPieces(bytes, at + 2);
  if (kind !== image) throw new Refusal('damaged');
  return endOfPieces(bytes, at + 10 + tableBytes(uint(bytes, at + 9, 1)) + 1);
}

/** Each sub-block begins with its length. Length 0 ends the list. */
function endOfPieces(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = uint(bytes, at, 1); length > 0; length = uint(bytes, at, 1)) at += 1 + length;
  return at + 1;
}

/** Bytes of the colour table described by `flags`. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}
