/**
 * Pictures of Blu-ray discs: Presentation Graphic Streams (described in US patent 2009/0185789 A1). A Matroska packet
 * has all segments of one display time, without the headers that they have in files.
 */
import { writePng } from './indexed-png.ts';
import type { SubtitlePacket } from './matroska-packets.ts';
import type { PicturePart, SubtitlePicture } from './subtitle-part.ts';

const kinds = { palette: 0x14, object: 0x15, composition: 0x16 };
/** Most pixels of an object: the largest screen of a disc. */
const maxPixels = 3840 * 2160;
/** Number of colours in a palette. */
const colours = 256;

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

interface PgsObject {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer[];
}

interface Composition {
  readonly width: number;
  readonly height: number;
  readonly paletteId: number;
  readonly objects: readonly { readonly id: number; readonly x: number; readonly y: number }[];
}

/** Later packets may use palettes and objects of earlier ones. References to unknown ones show nothing. */
export function readPgs(packets: readonly SubtitlePacket[]): readonly SubtitlePicture[] {
  const palettes = new Map<number, Colour[]>();
  const objects = new Map<number, PgsObject>();
  const pictures: SubtitlePicture[] = [];
  for (const { start, end, data } of packets) {
    let composition: Composition | undefined;
    for (const { kind, content } of segmentsIn(Buffer.from(data))) {
      if (kind === kinds.composition) composition = readComposition(content);
      if (kind === kinds.palette) palettes.set(content.readUInt8(0), readPalette(content));
      if (kind === kinds.object) addObject(objects, content);
    }
    if (!composition) continue;
    const palette = palettes.get(composition.paletteId);
    const parts = composition.objects.flatMap(({ id, x, y }) => {
      const object = objects.get(id);
      return object && palette ? [partOf(object, palette, x, y)] : [];
    });
    pictures.push({ start, end, screenWidth: composition.width, screenHeight: composition.height, parts });
  }
  return pictures;
}

/** Puts together what is shown at one time, where each segment has a packet of its own: on discs and in MPEG-TS. */
export function joinDisplaySets(packets: readonly SubtitlePacket[]): readonly SubtitlePacket[] {
  const sets: { start: number; end: number | undefined; data: Uint8Array[] }[] = [];
  for (const { start, end, data } of packets) {
    if (data[0] === kinds.composition) sets.push({ start, end, data: [data] });
    else sets.at(-1)?.data.push(data);
  }
  return sets.map((set) => ({ ...set, data: Buffer.concat(set.data) }));
}

function* segmentsIn(data: Buffer): Generator<{ readonly kind: number; readonly content: Buffer }> {
  for (let at = 0; at + 3 <= data.length; ) {
    const length = data.readUInt16BE(at + 1);
    yield { kind: data[at]!, content: data.subarray(at + 3, at + 3 + length) };
    at += 3 + length;
  }
}

function readComposition(content: Buffer): Composition {
  const objects: { id: number; x: number; y: number }[] = [];
  const count = content.readUInt8(10);
  for (let i = 0, at = 11; i < count; i++) {
    objects.push({ id: content.readUInt16BE(at), x: content.readUInt16BE(at + 4), y: content.readUInt16BE(at + 6) });
    const isCropped = (content.readUInt8(at + 3) & 0x80) !== 0;
    at += isCropped ? 16 : 8;
  }
  const [width, height] = [content.readUInt16BE(0), content.readUInt16BE(2)];
  return { width, height, paletteId: content.readUInt8(9), objects };
}

function readPalette(content: Buffer): Colour[] {
  const palette = Array.from({ length: colours }, (): Colour => [0, 0, 0, 0]);
  for (let at = 2; at + 5 <= content.length; at += 5) {
    const [id, y, cr, cb, alpha] = content.subarray(at, at + 5) as unknown as [number, number, number, number, number];
    palette[id] = [...toRgb(y, cb, cr), alpha];
  }
  return palette;
}

/** From limited range by the BT.709 matrix (ITU-R BT.709-6, section 3). */
function toRgb(y: number, cb: number, cr: number): readonly [number, number, number] {
  const light = (y - 16) * (255 / 219);
  const [blue, red] = [(cb - 128) * (255 / 224), (cr - 128) * (255 / 224)];
  const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  return [byte(light + 1.5748 * red), byte(light - 0.1873 * blue - 0.4681 * red), byte(light + 1.8556 * blue)];
}

/** An object may come in several segments: the first one has its length and size. */
function addObject(objects: Map<number, PgsObject>, content: Buffer): void {
  const id = content.readUInt16BE(0);
  const isFirst = (content.readUInt8(3) & 0x80) !== 0;
  if (!isFirst) {
    objects.get(id)?.data.push(content.subarray(4));
    return;
  }
  const [width, height] = [content.readUInt16BE(7), content.readUInt16BE(9)];
  if (width * height > maxPixels || width === 0 || height === 0) throw new Error('a subtitle is too large');
  objects.set(id, { width, height, data: [content.subarray(11)] });
}

function partOf({ width, height, data }: PgsObject, palette: readonly Colour[], x: number, y: number): PicturePart {
  const pixels = readRuns(Buffer.concat(data), width, height);
  return { x, y, width, height, png: writePng({ width, height, pixels, palette }) };
}

/**
 * A run is a colour, or 0 followed by a length of 6 or 14 bits, with a colour if a flag is set; two zeros end the line.
 */
function readRuns(data: Buffer, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  let [x, y] = [0, 0];
  for (let at = 0; at < data.length && y < height; ) {
    const colour = data[at++]!;
    if (colour !== 0) {
      if (x < width) pixels[y * width + x] = colour;
      x += 1;
      continue;
    }
    const flags = data[at++] ?? 0;
    if (flags === 0) {
      y += 1;
      x = 0;
      continue;
    }
    const length = flags & 0x40 ? ((flags & 0x3f) << 8) | (data[at++] ?? 0) : flags & 0x3f;
    const filled = flags & 0x80 ? (data[at++] ?? 0) : 0;
    if (filled !== 0) pixels.fill(filled, y * width + Math.min(x, width), y * width + Math.min(x + length, width));
    x += length;
  }
  return pixels;
}
