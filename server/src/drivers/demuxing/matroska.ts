/**
 * Chapters and subtitles of Matroska (RFC 9559), which mediabunny does not report. Reads the elements before the first
 * cluster and the elements that the seek head names, but no frames.
 */
import { type FilmChapter, type FilmTrack, maxChapters, maxTracks, shownLanguage, shownName } from './film-facts.ts';

export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** Largest element to read into memory, in bytes. */
const maxElementBytes = 1_048_576;
/** Most elements to look at: a file of empty elements would keep us busy without end. */
const maxElements = 20_000;

const ids = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  codecId: 0x86,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  trackName: 0x536e,
  flagDefault: 0x88,
  chapters: 0x1043a770,
  edition: 0x45b9,
  chapter: 0xb6,
  chapterStart: 0x91,
  chapterHidden: 0x98,
  chapterDisplay: 0x80,
  chapterText: 0x85,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  trackNumber: 0xd7,
};

interface Element {
  readonly id: number;
  /** Where the content begins, and its length in bytes. Undefined length: it reaches to the end of its parent. */
  readonly start: number;
  readonly length: number | undefined;
}

interface MatroskaFacts {
  readonly subtitles: readonly FilmTrack[];
  readonly chapters: readonly FilmChapter[];
}

/** @throws Error when the file is not Matroska. */
export async function readMatroska(read: ReadBytes, size: number): Promise<MatroskaFacts> {
  const contentOf = await findElements(read, size, [ids.tracks, ids.chapters]);
  return {
    subtitles: subtitlesIn(await contentOf(ids.tracks)),
    chapters: chaptersIn(await contentOf(ids.chapters)),
  };
}

/**
 * Where playing can begin, in seconds, by the index of the film; empty: it has none. @throws Error when the file is not
 * Matroska.
 */
export async function readCues(read: ReadBytes, size: number): Promise<readonly number[]> {
  const contentOf = await findElements(read, size, [ids.info, ids.tracks, ids.cues]);
  const scale = all(await contentOf(ids.info), ids.timestampScale)[0];
  // Nanoseconds; a file that names no scale counts milliseconds (RFC 9559, section 5.1.2.9).
  const secondsPerUnit = (scale ? numberIn(scale) : 1_000_000) / 1e9;
  const entries = all(await contentOf(ids.tracks), ids.trackEntry);
  const video = entries.find((entry) => numberIn(all(entry, ids.trackType)[0] ?? new Uint8Array()) === 1);
  const track = video && numberIn(all(video, ids.trackNumber)[0] ?? new Uint8Array());
  return all(await contentOf(ids.cues), ids.cuePoint)
    .filter((point) => all(point, ids.cuePositions).some((one) => numberIn(all(one, ids.cueTrack)[0]!) === track))
    .map((point) => numberIn(all(point, ids.cueTime)[0]!) * secondsPerUnit);
}

/**
 * Looks for elements before the first cluster, and for those of `wanted` that the seek head names. @returns a function
 * that loads the content of an element; empty: it is not there.
 */
async function findElements(read: ReadBytes, size: number, wanted: readonly number[]) {
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
  return async (id: number): Promise<Uint8Array> => {
    const element = places.get(id);
    return element ? load(read, element) : new Uint8Array();
  };
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
function readElement(bytes: Uint8Array, at: number, base: number): Element {
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

function numberIn(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The elements in a content, each with its own content. */
function* elementsIn(bytes: Uint8Array): Generator<{ readonly id: number; readonly content: Uint8Array }> {
  for (let at = 0, seen = 0; at < bytes.length && seen < maxElements; seen++) {
    const { id, start, length } = readElement(bytes, at, 0);
    if (length === undefined || start + length > bytes.length) throw new Error('an element is longer than its parent');
    yield { id, content: bytes.subarray(start, start + length) };
    at = start + length;
  }
}

function all(bytes: Uint8Array, id: number): Uint8Array[] {
  return [...elementsIn(bytes)].filter((element) => element.id === id).map(({ content }) => content);
}

function textIn(bytes: Uint8Array, id: number): string {
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

/** Names of the codecs that browsers or people may know (https://www.matroska.org/technical/codec_specs.html). */
const subtitleCodecs: Readonly<Record<string, string>> = {
  'S_TEXT/UTF8': 'srt',
  'S_TEXT/ASCII': 'srt',
  'S_TEXT/ASS': 'ass',
  'S_TEXT/SSA': 'ssa',
  'S_TEXT/WEBVTT': 'vtt',
  S_HDMV_PGS: 'pgs',
  'S_HDMV/PGS': 'pgs',
  S_VOBSUB: 'vobsub',
};

function subtitlesIn(tracks: Uint8Array): FilmTrack[] {
  const isSubtitle = (entry: Uint8Array) => numberIn(all(entry, ids.trackType)[0] ?? new Uint8Array()) === 17;
  return all(tracks, ids.trackEntry)
    .slice(0, maxTracks)
    .filter(isSubtitle)
    .map((entry) => {
      const codecId = textIn(entry, ids.codecId);
      const flag = all(entry, ids.flagDefault)[0];
      return {
        kind: 'subtitle',
        codec: subtitleCodecs[codecId] ?? shownName(codecId),
        codecString: '',
        // A track without a language is in English (RFC 9559, section 5.1.4.1.19).
        language: shownLanguage(textIn(entry, ids.languageTag) || textIn(entry, ids.language) || 'eng'),
        name: shownName(textIn(entry, ids.trackName)),
        isDefault: flag === undefined || numberIn(flag) === 1,
        width: 0,
        height: 0,
        channels: 0,
        sampleRate: 0,
      };
    });
}

function chaptersIn(chapters: Uint8Array): FilmChapter[] {
  const [edition] = all(chapters, ids.edition);
  if (!edition) return [];
  return all(edition, ids.chapter)
    .filter((chapter) => numberIn(all(chapter, ids.chapterHidden)[0] ?? new Uint8Array()) === 0)
    .slice(0, maxChapters)
    .map((chapter) => ({
      // Nanoseconds.
      startSeconds: numberIn(all(chapter, ids.chapterStart)[0] ?? new Uint8Array()) / 1e9,
      name: shownName(textIn(all(chapter, ids.chapterDisplay)[0] ?? new Uint8Array(), ids.chapterText)),
    }));
}
