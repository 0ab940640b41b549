/** EBML elements (RFC 8794), and the places of Matroska's elements (RFC 9559). */

export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** Largest element to read into memory, in bytes. */
const maxElementBytes = 1_048_576;
/** Most elements read: a file of empty elements would keep us busy forever. */
const maxElements = 20_000;

const ids = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cluster: 0x1f43b675,
};

export interface Element {
  readonly id: number;
  /** Start and length of the content, in bytes. Undefined length: it extends to the end of its parent. */
  readonly start: number;
  readonly length: number | undefined;
}

/**
 * Finds the elements before the first cluster, and those of `wanted` that the seek head lists. @returns a function that
 * loads an element's content (empty: the element is missing), one that returns its place, and the base of positions in
 * the index.
 */
export async function findElements(read: ReadBytes, size: number, wanted: readonly number[]) {
  const header = await elementAt(read, 0, size);
  const segment = await elementAt(read, header.start + (header.length ?? 0), size);
  if (segment.id !== ids.segment) throw new Error('no segment where one must be');
  const places = new Map<number, Element>();
  const sought: number[] = [];
  for (let place = segment.start, seen = 0; place < size && seen < 100; seen++) {
    const element = await elementAt(read, place, size);
    if (element.id === ids.cluster || element.length === undefined) break;
    places.set(element.id, element);
    if (element.id === ids.seekHead) sought.push(...positionsIn(await load(read, element), wanted));
    place = element.start + element.length;
  }
  for (const position of sought.slice(0, 32)) {
    const place = segment.start + position;
    if (place >= size) continue;
    const element = await elementAt(read, place, size);
    if (!places.has(element.id)) places.set(element.id, element);
  }
  const contentOf = async (id: number): Promise<Uint8Array> => {
    const element = places.get(id);
    return element ? load(read, element) : new Uint8Array();
  };
  return { contentOf, find: (id: number) => places.get(id), begin: segment.start };
}

/** True when the file begins with an EBML header (RFC 8794, section 11.2.1). */
export async function isMatroska(read: ReadBytes, size: number): Promise<boolean> {
  const head = await read(0, Math.min(4, size));
  return numberIn(head) === 0x1a45dfa3;
}

async function elementAt(read: ReadBytes, place: number, size: number): Promise<Element> {
  const head = await read(place, Math.min(place + 12, size));
  return readElement(head, 0, place);
}

function load(read: ReadBytes, { start, length = 0 }: Element): Promise<Uint8Array> {
  if (length > maxElementBytes) throw new Error('an element is too large');
  return length === 0 ? Promise.resolve(new Uint8Array()) : read(start, start + length);
}

/** Id and length have a variable number of bytes (RFC 8794, sections 4 to 6). @throws Error */
export function readElement(bytes: Uint8Array, at: number, base: number): Element {
  const idLength = widthOf(bytes[at], 4);
  const lengthWidth = widthOf(bytes[at + idLength], 8);
  if (at + idLength + lengthWidth > bytes.length) throw new Error('an element is cut off');
  const id = numberIn(bytes.subarray(at, at + idLength));
  const field = Uint8Array.from(bytes.subarray(at + idLength, at + idLength + lengthWidth));
  field[0]! &= (1 << (8 - lengthWidth)) - 1;
  const isUnknown = field[0] === (1 << (8 - lengthWidth)) - 1 && field.subarray(1).every((byte) => byte === 0xff);
  const length = numberIn(field);
  return { id, start: base + at + idLength + lengthWidth, length: isUnknown ? undefined : length };
}

function widthOf(byte: number | undefined, most: number): number {
  const width = byte === undefined ? 9 : Math.clz32(byte) - 23;
  if (width > most) throw new Error('no element where one must be');
  return width;
}

export function numberIn(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The elements within `bytes`, each with its content. */
function* elementsIn(bytes: Uint8Array): Generator<{ readonly id: number; readonly content: Uint8Array }> {
  for (let at = 0, seen = 0; at < bytes.length && seen < maxElements; seen++) {
    const { id, start, length } = readElement(bytes, at, 0);
    if (length === undefined || start + length > bytes.length) throw new Error('an element is longer than its parent');
    yield { id, content: bytes.subarray(start, start + length) };
    at = start + length;
  }
}

export function all(bytes: Uint8Array, id: number): Uint8Array[] {
  return [...elementsIn(bytes)].filter((element) => element.id === id).map(({ content }) => content);
}

export function textIn(bytes: Uint8Array, id: number): string {
  const [content] = all(bytes, id);
  // A text may end before its element does (RFC 8794, section 7.4).
  return content ? new TextDecoder().decode(content).split('\0', 1)[0]! : '';
}

function positionsIn(seekHead: Uint8Array, wanted: readonly number[]): number[] {
  return all(seekHead, ids.seek).flatMap((seek) => {
    const [id, position] = [all(seek, ids.seekId)[0], all(seek, ids.seekPosition)[0]];
    const isWanted = id && wanted.includes(numberIn(id));
    return isWanted && position ? [numberIn(position)] : [];
  });
}
