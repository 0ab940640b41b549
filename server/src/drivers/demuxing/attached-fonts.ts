/** Fonts attached to a Matroska file for its subtitles (RFC 9559, section 5.1.6). Reads their places, not the fonts. */
import { type Element, findElements, isMatroska, type ReadBytes, readElement } from './ebml.ts';

/** Plain data, because it passes between threads. */
export interface AttachedFont {
  /** The file name; may be empty. */
  readonly name: string;
  /** Start and length of the font in the film, in bytes. */
  readonly start: number;
  readonly length: number;
}

const ids = { attachments: 0x1941a469, file: 0x61a7, name: 0x466e, mediaType: 0x4660, data: 0x465c };

/** Most attachments read, and most elements of one. */
const maxFiles = 200;
const maxFields = 32;
/** Most fonts, and most bytes of all of them; the rest is skipped. */
const maxFonts = 64;
const maxBytes = 20_000_000;
/** Longest name or type read, in bytes. */
const maxText = 1_000;

/** The fonts in file order; empty: none, or not a Matroska file. @throws Error for a damaged file */
export async function readAttachedFonts(read: ReadBytes, size: number): Promise<readonly AttachedFont[]> {
  if (!(await isMatroska(read, size))) return [];
  const { find } = await findElements(read, size, [ids.attachments]);
  const attachments = find(ids.attachments);
  if (!attachments) return [];
  const fonts: AttachedFont[] = [];
  let bytes = 0;
  for await (const file of childrenOf(read, attachments, size, maxFiles)) {
    const font = file.id === ids.file ? await fontIn(read, file, size) : undefined;
    if (!font || bytes + font.length > maxBytes) continue;
    bytes += font.length;
    fonts.push(font);
    if (fonts.length === maxFonts) break;
  }
  return fonts;
}

async function fontIn(read: ReadBytes, file: Element, size: number): Promise<AttachedFont | undefined> {
  let [name, mediaType] = ['', ''];
  let data: Element | undefined;
  const textOf = async ({ start, length = 0 }: Element) =>
    new TextDecoder().decode(await read(start, start + Math.min(length, maxText)));
  for await (const field of childrenOf(read, file, size, maxFields)) {
    if (field.id === ids.name) name = await textOf(field);
    if (field.id === ids.mediaType) mediaType = await textOf(field);
    if (field.id === ids.data) data = field;
  }
  const isFont = /font|opentype/i.test(mediaType) || /\.(?:ttf|otf|ttc|otc)$/i.test(name);
  if (!isFont || !data?.length) return undefined;
  return { name, start: data.start, length: data.length };
}

/** The child elements of `parent`. @throws Error when they exceed their parent or the film */
async function* childrenOf(read: ReadBytes, parent: Element, size: number, most: number): AsyncGenerator<Element> {
  const end = parent.start + (parent.length ?? 0);
  if (end > size) throw new Error('an element is longer than the film');
  for (let at = parent.start, seen = 0; at < end && seen < most; seen++) {
    const element = readElement(await read(at, Math.min(at + 12, end)), 0, at);
    if (element.length === undefined || element.start + element.length > end)
      throw new Error('an element is longer than its parent');
    yield element;
    at = element.start + element.length;
  }
}
