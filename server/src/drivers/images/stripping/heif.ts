/**
 * HEIF and AVIF (ISO/IEC 14496-12 and 23008-12): a picture is an item of a file, and so are its EXIF and XMP. Offsets
 * of items are absolute, so nothing moves: zeros overwrite the removed bytes. The orientation is a property of the
 * picture and stays.
 */
import { Refusal } from '../image-refusal.ts';
import { slice, text, uint } from './reader.ts';

interface Box {
  readonly type: string;
  readonly start: number;
  /** Start of its content. */
  readonly body: number;
  readonly end: number;
}

const metadataItems = new Set(['Exif', 'mime', 'uri ']);
const keptBoxes = new Set(['ftyp', 'meta', 'mdat', 'moov', 'moof']);
/** Handlers of image and video tracks. Tracks with other handlers hold metadata. */
const keptHandlers = new Set(['pict', 'auxv', 'vide']);
const mostBoxes = 10_000;

export function stripHeif(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (const box of boxesIn(copy, 0, copy.length)) {
    if (box.type === 'meta') stripItems(copy, box);
    else if (box.type === 'moov') stripTracks(copy, box);
    else if (!keptBoxes.has(box.type)) empty(copy, box);
  }
  return copy;
}

function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    const short = uint(bytes, at, 4);
    const size = short === 1 ? uint(bytes, at + 8, 8) : short === 0 ? end - at : short;
    const body = at + (short === 1 ? 16 : 8);
    if (at + size > end || body > at + size || boxes.length >= mostBoxes) throw new Refusal('damaged');
    boxes.push({ type: text(bytes, at + 4, 4), start: at, body, end: at + size });
    at += size;
  }
  return boxes;
}

/** Turns a box into a `free` box of the same length, which readers skip. */
function empty(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, body, end);
}

function stripItems(bytes: Buffer, meta: Box): void {
  const boxes = boxesIn(bytes, meta.body + 4, meta.end);
  const named = (type: string) => boxes.find((box) => box.type === type);
  const [infos, places, data] = [named('iinf'), named('iloc'), named('idat')];
  const dropped = infos ? metadataIn(bytes, infos) : new Set<number>();
  if (dropped.size > 0) {
    if (!places) throw new Refusal('damaged');
    for (const { start, end } of rangesOf(bytes, places, dropped, data)) {
      slice(bytes, start, end);
      bytes.fill(0, start, end);
    }
  }
  for (const box of boxes) if (box.type === 'uuid' || box.type === 'udta') empty(bytes, box);
}

/** Ids of the items with metadata about pictures (14496-12, section 8.11.6). */
function metadataIn(bytes: Buffer, infos: Box): Set<number> {
  const version = uint(bytes, infos.body, 1);
  const found = new Set<number>();
  for (const { type, body } of boxesIn(bytes, infos.body + (version === 0 ? 6 : 8), infos.end)) {
    const infoVersion = uint(bytes, body, 1);
    // Older versions have no types. No supported picture uses them.
    if (type !== 'infe' || infoVersion < 2) throw new Refusal('damaged');
    const idBytes = infoVersion === 2 ? 2 : 4;
    if (metadataItems.has(text(bytes, body + 6 + idBytes, 4))) found.add(uint(bytes, body + 4, idBytes));
  }
  return found;
}

/** Ranges of these items in the file (14496-12, section 8.11.3). */
function rangesOf(bytes: Buffer, places: Box, wanted: ReadonlySet<number>, data: Box | undefined) {
  const version = uint(bytes, places.body, 1);
  const sizes = uint(bytes, places.body + 4, 2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version === 2 ? 4 : 2;
  let at = places.body + 6;
  const next = (length: number) => {
    at += length;
    return uint(bytes, at - length, length);
  };
  const ranges: { start: number; end: number }[] = [];
  for (let left = next(idBytes); left > 0; left--) {
    const id = next(idBytes);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(baseBytes);
    for (let extents = next(2); extents > 0; extents--) {
      next(indexBytes);
      const start = base + next(offsetBytes);
      const length = next(lengthBytes);
      if (wanted.has(id)) ranges.push(rangeOf(bytes, { method, start, length }, data));
    }
  }
  return ranges;
}

function rangeOf(bytes: Buffer, place: { method: number; start: number; length: number }, data: Box | undefined) {
  const isInData = place.method === 1;
  if (place.method > 1 || (isInData && !data)) throw new Refusal('damaged');
  const start = place.start + (isInData ? data!.body : 0);
  // Length 0: the item extends to the end.
  const end = place.length === 0 ? (isInData ? data!.end : bytes.length) : start + place.length;
  return { start, end };
}

/** Strips the tracks of image sequences. */
function stripTracks(bytes: Buffer, box: Box): void {
  for (const inner of boxesIn(bytes, box.body, box.end)) {
    if (inner.type === 'trak' || inner.type === 'mdia') stripTracks(bytes, inner);
    if (inner.type === 'hdlr' && !keptHandlers.has(text(bytes, inner.body + 8, 4))) throw new Refusal('kind');
    if (inner.type === 'udta' || inner.type === 'meta' || inner.type === 'uuid') empty(bytes, inner);
  }
}
