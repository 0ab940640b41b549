/** Pictures of television: DVB subtitling systems (ETSI EN 300 743 V1.6.1). */
import { type Clut, changeClut, defaultClut } from './dvb-colours.ts';
import { drawObject, type Region } from './dvb-pixels.ts';
import { writePng } from './indexed-png.ts';
import type { SubtitlePacket } from './matroska-packets.ts';
import type { PicturePart, SubtitlePicture } from './subtitle-part.ts';

const kinds = { page: 0x10, region: 0x11, clut: 0x12, object: 0x13, display: 0x14, end: 0x80 };
const syncByte = 0x0f;
/** The first byte of what MPEG-TS carries; Matroska leaves it out with the one that follows. */
const dataIdentifier = 0x20;
/** Most regions of a page, and most pixels of all of them: the largest screen of television. */
const maxRegions = 64;
const maxPagePixels = 3840 * 2160;
/** Most pixels and codes to handle for a part: a page that fills a usual screen, two hundred times. */
const maxWork = 200 * 1920 * 1080;
/** Most bytes of all pictures of a part. */
const maxPngBytes = 16 * 1_048_576;

interface PlacedRegion {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/**
 * What is shown by the packets of a track, one after the other. `pages`: the numbers of its pages; empty: all that come
 * belong to it. @throws Error for what is too large or damaged
 */
export function readDvb(packets: readonly SubtitlePacket[], pages: readonly number[]): readonly SubtitlePicture[] {
  const reader = new DvbReader(pages);
  const pictures: SubtitlePicture[] = [];
  for (const { start, data } of packets) {
    const picture = reader.push(start, Buffer.from(data));
    if (!picture) continue;
    const before = pictures.at(-1);
    // Pages are repeated for those who have just switched on.
    if (before && isSame(before, picture)) pictures.splice(-1, 1, { ...before, end: picture.end });
    else pictures.push(picture);
  }
  return pictures;
}

function isSame(one: SubtitlePicture, other: SubtitlePicture): boolean {
  const lasts = one.end === undefined || other.start <= one.end;
  const isSamePart = (part: PicturePart, i: number) => {
    const { png, x, y } = other.parts[i]!;
    return part.x === x && part.y === y && Buffer.compare(part.png, png) === 0;
  };
  return lasts && one.parts.length === other.parts.length && one.parts.every(isSamePart);
}

class DvbReader {
  readonly #pages: readonly number[];
  readonly #regions = new Map<number, Region>();
  readonly #cluts = new Map<number, Clut>();
  #placed: readonly PlacedRegion[] = [];
  /** A stream that does not say so is for the screen of the first television (section 7.2.1). */
  #display = { width: 720, height: 576, x: 0, y: 0 };
  #lastsSeconds = 0;
  #work = 0;
  #pngBytes = 0;

  constructor(pages: readonly number[]) {
    this.#pages = pages;
  }

  /** @returns what is shown from then on; undefined: what was shown before */
  push(start: number, data: Buffer): SubtitlePicture | undefined {
    let isChanged = false;
    for (const { kind, content } of segmentsIn(data, this.#pages)) {
      if (kind === kinds.page) this.#setPage(content);
      if (kind === kinds.region) this.#setRegion(content);
      if (kind === kinds.clut) changeClut(this.#clutOf(content.readUInt8(0)), content);
      if (kind === kinds.object) this.#draw(content);
      if (kind === kinds.display) this.#setDisplay(content);
      isChanged ||= kind === kinds.page;
    }
    if (!isChanged) return undefined;
    const { width: screenWidth, height: screenHeight } = this.#display;
    return { start, end: start + this.#lastsSeconds, screenWidth, screenHeight, parts: this.#parts() };
  }

  #setPage(content: Buffer): void {
    this.#lastsSeconds = content.readUInt8(0);
    const state = (content.readUInt8(1) >> 2) & 3;
    // An acquisition point and a change of mode bring all that they need.
    if (state === 1 || state === 2) {
      this.#regions.clear();
      this.#cluts.clear();
    }
    const placed: PlacedRegion[] = [];
    for (let at = 2; at + 6 <= content.length && placed.length < maxRegions; at += 6)
      placed.push({ id: content[at]!, x: content.readUInt16BE(at + 2), y: content.readUInt16BE(at + 4) });
    this.#placed = placed;
  }

  #setRegion(content: Buffer): void {
    const id = content.readUInt8(0);
    const isFilled = (content.readUInt8(1) & 0x08) !== 0;
    const [width, height] = [content.readUInt16BE(2), content.readUInt16BE(4)];
    const bits = 2 ** ((content.readUInt8(6) >> 2) & 7);
    const others = [...this.#regions].reduce((sum, [one, { pixels }]) => (one === id ? sum : sum + pixels.length), 0);
    if (width * height === 0 || others + width * height > maxPagePixels) throw new Error('a page is too large');
    if (this.#regions.size >= maxRegions && !this.#regions.has(id)) throw new Error('a page has too many regions');
    const before = this.#regions.get(id);
    const isSameSize = before?.width === width && before.height === height;
    const pixels = isSameSize ? before.pixels : new Uint8Array(width * height);
    const fill = bits === 8 ? content.readUInt8(8) : content.readUInt8(9) >> (bits === 4 ? 4 : 2);
    if (isFilled) pixels.fill(bits === 8 ? fill : fill & (2 ** bits - 1));
    this.#count(pixels.length);
    this.#regions.set(id, { width, height, bits, clut: content.readUInt8(7), pixels, objects: objectsIn(content) });
  }

  #draw(content: Buffer): void {
    const id = content.readUInt16BE(0);
    for (const region of this.#regions.values())
      for (const [x, y] of region.objects.get(id) ?? [])
        this.#count(content.length + drawObject(region, x, y, content));
  }

  #setDisplay(content: Buffer): void {
    const hasWindow = (content.readUInt8(0) & 0x08) !== 0;
    const [width, height] = [content.readUInt16BE(1) + 1, content.readUInt16BE(3) + 1];
    const [x, y] = hasWindow ? [content.readUInt16BE(5), content.readUInt16BE(9)] : [0, 0];
    this.#display = { width, height, x, y };
  }

  #clutOf(id: number): Clut {
    const clut = this.#cluts.get(id) ?? defaultClut();
    this.#cluts.set(id, clut);
    return clut;
  }

  #parts(): PicturePart[] {
    return this.#placed.flatMap(({ id, x, y }) => {
      const region = this.#regions.get(id);
      if (!region) return [];
      const { width, height, pixels, bits, clut } = region;
      this.#count(pixels.length);
      const palette = this.#clutOf(clut).get(bits) ?? [];
      const png = writePng({ width, height, pixels, palette });
      this.#pngBytes += png.length;
      if (this.#pngBytes > maxPngBytes) throw new Error('the subtitles are too large');
      return [{ x: this.#display.x + x, y: this.#display.y + y, width, height, png }];
    });
  }

  /** @throws Error for a film that was made to take time */
  #count(work: number): void {
    this.#work += work;
    if (this.#work > maxWork) throw new Error('the subtitles are too large');
  }
}

/** Where the segment of a region places objects, by their numbers. */
function objectsIn(content: Buffer): Region['objects'] {
  const objects = new Map<number, (readonly [x: number, y: number])[]>();
  for (let at = 10; at + 6 <= content.length; ) {
    const [object, place] = [content.readUInt16BE(at), content.readUInt16BE(at + 2)];
    const places = objects.get(object) ?? [];
    places.push([place & 0x0fff, content.readUInt16BE(at + 4) & 0x0fff]);
    objects.set(object, places);
    // A character of a font has two bytes more, for its colours.
    at += place >> 14 === 0 ? 6 : 8;
  }
  return objects;
}

function* segmentsIn(data: Buffer, pages: readonly number[]) {
  for (let at = data[0] === dataIdentifier ? 2 : 0; at + 6 <= data.length && data[at] === syncByte; ) {
    const next = at + 6 + data.readUInt16BE(at + 4);
    if (pages.length === 0 || pages.includes(data.readUInt16BE(at + 2)))
      yield { kind: data[at + 1]!, content: data.subarray(at + 6, next) };
    at = next;
  }
}
