/** Pixels of objects in DVB subtitles: runs of codes with two, four or eight bits (ETSI EN 300 743, section 7.2.5). */

/** A part of the screen into which objects are drawn. */
export interface Region {
  readonly width: number;
  readonly height: number;
  /** Of a pixel: 2, 4 or 8. */
  readonly bits: number;
  /** The number of its table of colours. */
  readonly clut: number;
  /** One byte a pixel. */
  readonly pixels: Uint8Array;
  /** Where its objects are, by their numbers. */
  readonly objects: ReadonlyMap<number, readonly (readonly [x: number, y: number])[]>;
}

const blocks = { string2: 0x10, string4: 0x11, string8: 0x12, map24: 0x20, map28: 0x21, map48: 0x22, endOfLine: 0xf0 };

/** Bytes of the maps. */
const mapBytes: Readonly<Record<number, number>> = { [blocks.map24]: 2, [blocks.map28]: 4, [blocks.map48]: 16 };

/** What codes of fewer bits than the region has mean in it: [bits of the code, bits of the region, pixels]. */
interface Maps {
  map24: readonly number[];
  map28: readonly number[];
  map48: readonly number[];
}

/** Draws the object of a segment. @returns about how many pixels that took */
export function drawObject(region: Region, x: number, y: number, content: Buffer): number {
  const flags = content.readUInt8(2);
  // Other objects are characters of a font, which nobody sends.
  if (((flags >> 2) & 3) !== 0) return 0;
  const isOneSkipped = (flags & 0x02) !== 0;
  const [topBytes, bottomBytes] = [content.readUInt16BE(3), content.readUInt16BE(5)];
  const top = content.subarray(7, 7 + topBytes);
  // Without lines of its own, the lower field has those of the upper one.
  const bottom = bottomBytes === 0 ? top : content.subarray(7 + topBytes, 7 + topBytes + bottomBytes);
  const field = { region, x, isOneSkipped };
  return drawField({ ...field, data: top, y }) + drawField({ ...field, data: bottom, y: y + 1 });
}

interface Field {
  readonly region: Region;
  readonly x: number;
  readonly y: number;
  readonly isOneSkipped: boolean;
  readonly data: Buffer;
}

/** A field has each second line. */
function drawField({ region, x: left, y: first, isOneSkipped, data }: Field): number {
  const maps: Maps = {
    map24: [0x0, 0x7, 0x8, 0xf],
    map28: [0x00, 0x77, 0x88, 0xff],
    map48: Array.from({ length: 16 }, (_, i) => i * 0x11),
  };
  let [x, y, drawn] = [left, first, 0];
  const put = (bits: number) => (length: number, code: number) => {
    drawn += length;
    const start = Math.min(x, region.width);
    const end = Math.min(x + length, region.width);
    x += length;
    if (y >= region.height || (isOneSkipped && code === 1)) return;
    region.pixels.fill(pixelOf(code, bits, region.bits, maps), y * region.width + start, y * region.width + end);
  };
  for (let at = 0; at < data.length; ) {
    const kind = data[at++]!;
    if (kind === blocks.string2) at = readString2(data, at, put(2));
    else if (kind === blocks.string4) at = readString4(data, at, put(4));
    else if (kind === blocks.string8) at = readString8(data, at, put(8));
    else if (kind === blocks.map24) maps.map24 = nibblesIn(data.subarray(at, at + 2));
    else if (kind === blocks.map28) maps.map28 = [...data.subarray(at, at + 4)];
    else if (kind === blocks.map48) maps.map48 = [...data.subarray(at, at + 16)];
    else if (kind === blocks.endOfLine) [x, y] = [left, y + 2];
    else return drawn;
    at += mapBytes[kind] ?? 0;
  }
  return drawn;
}

function nibblesIn(bytes: Buffer): readonly number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 0xf]);
}

function pixelOf(code: number, bits: number, wanted: number, { map24, map28, map48 }: Maps): number {
  if (bits >= wanted) return code & (2 ** wanted - 1);
  if (bits === 4) return map48[code] ?? 0;
  return (wanted === 4 ? map24 : map28)[code] ?? 0;
}

type Put = (length: number, code: number) => void;

/** Reads a few bits after the other. Behind the end there is 0, which ends any string. */
function bitsOf(data: Buffer, from: number) {
  let bit = from * 8;
  return {
    next(count: number): number {
      let value = 0;
      for (let i = 0; i < count; i += 1, bit += 1)
        value = (value << 1) | (((data[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
      return value;
    },
    /** The first whole byte that was not read. */
    get place() {
      return Math.ceil(bit / 8);
    },
  };
}

/** Each returns where what follows begins. */
function readString2(data: Buffer, from: number, put: Put): number {
  const bits = bitsOf(data, from);
  for (;;) {
    const code = bits.next(2);
    if (code !== 0) put(1, code);
    else if (bits.next(1) === 1) put(bits.next(3) + 3, bits.next(2));
    else {
      const isOne = bits.next(1) === 1;
      const kind = isOne ? 1 : bits.next(2);
      if (kind === 0) return bits.place;
      if (kind === 1) put(isOne ? 1 : 2, 0);
      else put(kind === 2 ? bits.next(4) + 12 : bits.next(8) + 29, bits.next(2));
    }
  }
}

function readString4(data: Buffer, from: number, put: Put): number {
  const bits = bitsOf(data, from);
  for (;;) {
    const code = bits.next(4);
    if (code !== 0) put(1, code);
    else if (bits.next(1) === 0) {
      const length = bits.next(3);
      if (length === 0) return bits.place;
      put(length + 2, 0);
    } else {
      const isShort = bits.next(1) === 0;
      if (isShort) {
        put(bits.next(2) + 4, bits.next(4));
        continue;
      }
      const kind = bits.next(2);
      if (kind < 2) put(kind + 1, 0);
      else put(kind === 2 ? bits.next(4) + 9 : bits.next(8) + 25, bits.next(4));
    }
  }
}

function readString8(data: Buffer, from: number, put: Put): number {
  const bits = bitsOf(data, from);
  for (;;) {
    const code = bits.next(8);
    if (code !== 0) put(1, code);
    else {
      const [hasColour, length] = [bits.next(1), bits.next(7)];
      if (hasColour === 1) put(length, bits.next(8));
      else if (length === 0) return bits.place;
      else put(length, 0);
    }
  }
}
