/** Subtitles of teletext (ETSI EN 300 706, level 1), as television sends them (ETSI EN 300 472). */
import { type Cue, cueOf } from '@matinee/subtitles/cue.ts';
import type { SubtitlePacket } from './matroska-packets.ts';
import { teletextLetters } from './teletext-letters.ts';

/** How long a text stays that nothing takes away, in seconds. */
export const longestSeconds = 10;

/** Most characters of all texts of a part: each page is sent whole, also where one line of it is new. */
const maxCharacters = 4 * 1_048_576;

/** Kinds of units in a packet that are lines of teletext, and their length without kind and length. */
const lineKinds: readonly number[] = [0x02, 0x03];
const unitBytes = 44;
/** Lines that hold text; those behind them hold something else. */
const lastTextLine = 24;
const columns = 40;
/** Signs that are no letters: ends and begins of what is seen over the film, and what follows them. */
const signs = { endBox: 0x0a, startBox: 0x0b, lastColour: 0x07, firstMosaic: 0x10, lastMosaic: 0x17 };

/** The numbers from 0 to 15 as they are sent, so that one wrong bit can be put right (8.2). */
const sentNumbers = [
  ...[0x15, 0x02, 0x49, 0x5e, 0x64, 0x73, 0x38, 0x2f],
  ...[0xd0, 0xc7, 0x8c, 0x9b, 0xa1, 0xb6, 0xfd, 0xea],
];
const numbers = new Map(
  sentNumbers.flatMap((sent, number) => [0, 1, 2, 4, 8, 16, 32, 64, 128].map((wrong) => [sent ^ wrong, number])),
);

/** What a page shows, one text after the other. `page`: its number as it is sent, as 0x888. @throws Error */
export function readTeletext(packets: readonly SubtitlePacket[], page: number, language: string): readonly Cue[] {
  const reader = new PageReader(page, language);
  for (const { start, data } of packets) for (const line of linesIn(data)) reader.push(start, line);
  return reader.end();
}

/** The lines in a packet: an address of two bytes, and forty bytes. */
function* linesIn(data: Uint8Array): Generator<Uint8Array> {
  for (let at = 1; at + 2 <= data.length; at += 2 + data[at + 1]!) {
    const [kind, length] = [data[at]!, data[at + 1]!];
    if (!lineKinds.includes(kind) || length !== unitBytes || at + 2 + length > data.length) continue;
    // Before the line are its place in the picture of old, and a byte that is always the same.
    yield data.subarray(at + 4, at + 2 + length).map(reversed);
  }
}

/** The bits of a byte the other way round: they are in the packet in the order in which they were sent. */
function reversed(byte: number): number {
  let bits = 0;
  for (let i = 0; i < 8; i += 1) bits |= ((byte >> i) & 1) << (7 - i);
  return bits;
}

class PageReader {
  readonly #page: number;
  readonly #language: string;
  readonly #cues: Cue[] = [];
  /** What is seen of each line. */
  readonly #lines = new Map<number, string>();
  #characters = 0;
  #letters: (code: number) => string;
  #start: number | undefined;
  /** Whether the lines that come now belong to the page. */
  #isOpen = false;

  constructor(page: number, language: string) {
    this.#page = page;
    this.#language = language;
    this.#letters = teletextLetters(language, 0);
  }

  push(seconds: number, line: Uint8Array): void {
    const [low, high] = [numbers.get(line[0]!), numbers.get(line[1]!)];
    if (low === undefined || high === undefined) return;
    const magazine = low & 7 || 8;
    const number = (low >> 3) | (high << 1);
    if (number === 0) this.#begin(seconds, magazine, line.subarray(2, 10));
    else if (this.#isOpen && magazine === this.#page >> 8 && number <= lastTextLine)
      this.#lines.set(number, textOf(line.subarray(2), this.#letters));
  }

  /** The texts so far. */
  end(): readonly Cue[] {
    this.#show(Number.POSITIVE_INFINITY);
    return this.#cues;
  }

  /** Begins what `head` says: the number of a page and its flags. */
  #begin(seconds: number, magazine: number, head: Uint8Array): void {
    const fields = [...head].map((byte) => numbers.get(byte));
    if (fields.includes(undefined)) return;
    const [units, tens, , erasing, , , , flags] = fields as number[];
    const isOwn = ((magazine << 8) | (tens! << 4) | units!) === this.#page;
    const areInOrder = (flags! & 1) !== 0;
    if (isOwn) {
      this.#show(seconds);
      this.#start = seconds;
      this.#letters = teletextLetters(this.#language, flags! >> 1);
      if ((erasing! & 8) !== 0) this.#lines.clear();
    }
    // Another page ends it, in the same magazine or where all pages are sent in order.
    if (isOwn || areInOrder || magazine === this.#page >> 8) this.#isOpen = isOwn;
  }

  /** Keeps what was shown until `seconds`. A page may be sent again as it is. */
  #show(seconds: number): void {
    if (this.#start === undefined) return;
    const end = Math.min(seconds, this.#start + longestSeconds);
    const text = [...this.#lines].sort(([a], [b]) => a - b).map(([, line]) => line);
    const [cue] = cueOf(this.#start, end, text.join('\n'));
    this.#characters += cue?.text.length ?? 0;
    if (this.#characters > maxCharacters) throw new Error('the subtitles are too large');
    const last = this.#cues.at(-1);
    if (cue && last && last.end === cue.start && last.text === cue.text)
      this.#cues.splice(-1, 1, { ...last, end: cue.end });
    else if (cue) this.#cues.push(cue);
  }
}

/** What is seen of a line over the film, with `&`, `<` and `>` escaped. */
function textOf(line: Uint8Array, letters: (code: number) => string): string {
  let isSeen = false;
  let isMosaic = false;
  let text = '';
  for (const byte of line.subarray(0, columns)) {
    const code = byte & 0x7f;
    if (code === signs.startBox) isSeen = true;
    if (code === signs.endBox) isSeen = false;
    if (code <= signs.lastColour) isMosaic = false;
    if (code >= signs.firstMosaic && code <= signs.lastMosaic) isMosaic = true;
    text += code >= 0x20 && isSeen && !isMosaic && hasOddBits(byte) ? letters(code) : ' ';
  }
  return text.replace(/ +/g, ' ').trim().replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** False: a bit is wrong. */
function hasOddBits(byte: number): boolean {
  let isOdd = false;
  for (let bits = byte; bits > 0; bits >>= 1) isOdd = isOdd !== ((bits & 1) === 1);
  return isOdd;
}
