/** Boxes of MP4 and QuickTime (ISO/IEC 14496-12, section 4.2), read in place, without the frames between them. */
import type { ReadBytes } from './ebml.ts';

/** A box, with the range of its content in the file. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Most sibling boxes: a file of empty boxes would keep us busy forever. */
const maxBoxes = 10_000;
/** Largest box to read into memory, in bytes: the table of a track with a million samples. */
const maxBoxBytes = 8 * 1_048_576;

/** The boxes in a range of a file. Stops at bytes that cannot be a box. */
export async function boxesIn(read: ReadBytes, from: number, to: number): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  for (let place = from; place + 8 <= to && boxes.length < maxBoxes; ) {
    const head = viewOf(await read(place, Math.min(place + 16, to)));
    const size = sizeIn(head) ?? to - place;
    const start = place + (head.getUint32(0) === 1 ? 16 : 8);
    if (!(place + size <= to && start <= place + size)) break;
    boxes.push({ type: String.fromCharCode(...bytesOf(head, 4, 8)), start, end: place + size });
    place += size;
  }
  return boxes;
}

/** Size of the whole box in bytes; undefined: it extends to the end. */
function sizeIn(head: DataView): number | undefined {
  const size = head.getUint32(0);
  if (size === 1) return head.byteLength < 16 ? Number.NaN : Number(head.getBigUint64(8));
  return size === 0 ? undefined : size;
}

/** The first box at a path of types below `parent`. */
export async function boxAt(read: ReadBytes, parent: Box, ...types: readonly string[]): Promise<Box | undefined> {
  let box: Box | undefined = parent;
  for (const type of types) {
    if (!box) return undefined;
    box = (await boxesIn(read, box.start, box.end)).find((one) => one.type === type);
  }
  return box;
}

/** The content of a box. @throws Error when it is too large */
export async function contentOf(read: ReadBytes, { start, end }: Box): Promise<DataView> {
  if (end - start > maxBoxBytes) throw new Error('a box is too large');
  return viewOf(start === end ? new Uint8Array() : await read(start, end));
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function bytesOf(view: DataView, from: number, to: number = view.byteLength): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).subarray(from, to);
}
