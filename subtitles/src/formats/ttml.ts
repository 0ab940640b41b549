import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Cue, cueOf, maxCues } from '../cue.ts';
import { escapeText } from '../markup.ts';

/** The times of an element, in seconds; `end` may be open. */
interface Span {
  readonly start: number;
  readonly end: number;
  /** The paragraph's text so far; undefined outside of paragraphs. */
  readonly text: string[] | undefined;
  /** The tags to close at the end of the element. */
  readonly closing: string;
}

/** Deepest nesting that is read. */
const maxDepth = 50;

/** True for a document of TTML or one of its profiles (W3C TTML 2; DFXP, IMSC, EBU-TT-D). */
export function isTtml(file: string): boolean {
  return /<(?:\w{1,20}:)?tt[\s>]/.test(file.slice(0, 4_000));
}

/**
 * Reads the paragraphs of TTML. Times of an element count from the beginning of the one around it (W3C TTML 2, section
 * 12.2). Leaves out regions and styles, except for italic, bold and underlined text that says so itself.
 */
export function readTtml(file: string): readonly Cue[] {
  const reader = new TtmlReader();
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  parser.on('opentag', (tag) => reader.open(tag));
  parser.on('closetag', ({ name }) => reader.close(name));
  parser.on('text', (text) => reader.read(text));
  parser.on('cdata', (text) => reader.read(text));
  parser.on('error', () => undefined);
  parser.write(file).close();
  return reader.cues.sort((a, b) => a.start - b.start);
}

class TtmlReader {
  readonly cues: Cue[] = [];
  readonly #spans: Span[] = [{ start: 0, end: Number.POSITIVE_INFINITY, text: undefined, closing: '' }];
  #rates = { frame: 30, tick: 1 };
  /** Open elements that are too deep to be read. */
  #tooDeep = 0;

  open({ name, attributes }: SaxesTagPlain): void {
    const around = this.#spans.at(-1)!;
    if (this.#spans.length > maxDepth) {
      this.#tooDeep += 1;
      return;
    }
    const own = localAttributes(attributes);
    if (local(name) === 'tt') this.#rates = ratesOf(own);
    if (local(name) === 'br') around.text?.push('\n');
    const seconds = (time: string | undefined) => (time === undefined ? undefined : secondsOf(time, this.#rates));
    const start = around.start + (seconds(own['begin']) ?? 0);
    const length = seconds(own['dur']);
    const ends = [seconds(own['end']), length === undefined ? undefined : start - around.start + length];
    const end = Math.min(around.end, ...ends.flatMap((one) => (one === undefined ? [] : [around.start + one])));
    const marks = around.text === undefined ? [] : marksOf(own);
    around.text?.push(...marks.map((mark) => `<${mark}>`));
    const closing = marks.toReversed().map((mark) => `</${mark}>`);
    this.#spans.push({ start, end, text: local(name) === 'p' ? [] : around.text, closing: closing.join('') });
  }

  close(name: string): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    if (this.#spans.length < 2) return;
    const { start, end, text, closing } = this.#spans.pop()!;
    text?.push(closing);
    if (local(name) !== 'p' || text === undefined || this.cues.length >= maxCues) return;
    if (Number.isFinite(end)) this.cues.push(...cueOf(start, end, text.join('')));
  }

  read(text: string): void {
    this.#spans.at(-1)!.text?.push(escapeText(text.replace(/[ \t\r\n]+/g, ' ')));
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

function localAttributes(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]));
}

function marksOf({ fontStyle, fontWeight, textDecoration }: Readonly<Record<string, string>>): readonly string[] {
  return [
    ...(fontStyle === 'italic' || fontStyle === 'oblique' ? ['i'] : []),
    ...(fontWeight === 'bold' ? ['b'] : []),
    ...(textDecoration === 'underline' ? ['u'] : []),
  ];
}

/** Frames and ticks a second (W3C TTML 2, sections 7.2.4 to 7.2.13). */
function ratesOf({ frameRate, frameRateMultiplier, tickRate }: Readonly<Record<string, string>>) {
  const [over, under] = /^(\d{1,6})[ :](\d{1,6})$/
    .exec(frameRateMultiplier ?? '')
    ?.slice(1)
    .map(Number) ?? [1, 1];
  const frame = (positive(frameRate) ?? 30) * (over! / (under || 1));
  return { frame, tick: positive(tickRate) ?? 1 };
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return value > 0 ? value : undefined;
}

/** A time as a clock, `01:02:03.5` or `01:02:03:12` with frames, or as an offset, `3.5s` (section 12.3.1). */
function secondsOf(time: string, { frame, tick }: { readonly frame: number; readonly tick: number }) {
  const [clock, hours, minutes, seconds, frames = '0'] =
    /^(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)(?::(\d{1,3}))?$/.exec(time.trim()) ?? [];
  if (clock !== undefined)
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(frames) / frame;
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/.exec(time.trim()) ?? [];
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frame, t: 1 / tick };
  return unit === undefined ? undefined : Number(amount) * units[unit as keyof typeof units];
}
