import { type Cue, cueOf, maxCues } from '../cue.ts';
import { readMarkup } from '../markup.ts';

/** How long a text is shown that no later one ends, in seconds. */
const lastSeconds = 5;
/** Longest tag and longest text that are read, in characters. */
const maxTag = 300;
const maxBody = 10_000;

/** True for a file of SAMI (Synchronized Accessible Media Interchange). */
export function isSami(file: string): boolean {
  return /<SAMI[\s>]/i.test(file.slice(0, 2_000));
}

/**
 * Reads SAMI. Each `SYNC` begins a text in each language of the file, a `P` with a class of its own, and an empty one
 * ends it. Of several languages, the first one is read.
 */
export function readSami(file: string): readonly Cue[] {
  const parts = syncsOf(file);
  const own = parts.find(({ markup }) => markup.trim() !== '')?.language;
  const texts = parts.filter(({ language }) => language === own);
  return texts
    .flatMap(({ start, markup }, index) => cueOf(start, texts[index + 1]?.start ?? start + lastSeconds, markup))
    .sort((a, b) => a.start - b.start);
}

interface SyncedText {
  readonly start: number;
  /** The class of the paragraph, in small letters; empty: it has none. */
  readonly language: string;
  readonly markup: string;
}

function syncsOf(file: string): readonly SyncedText[] {
  const texts: SyncedText[] = [];
  for (const { start, body } of bodiesOf(file)) {
    if (texts.length >= maxCues) break;
    // A text without a paragraph stands before the first one.
    for (const part of body.split(/(?=<P[\s>])/i)) {
      const [, name = ''] = /^<P[^>]{0,100}?\sClass\s*=\s*["']?([\w-]{1,50})/i.exec(part.slice(0, maxTag)) ?? [];
      if (part.trim() !== '') texts.push({ start, language: name.toLowerCase(), markup: clean(part) });
    }
  }
  return texts;
}

/** The content between one `SYNC` and the next, with its time in seconds. */
function* bodiesOf(file: string): Generator<{ readonly start: number; readonly body: string }> {
  const places = [...file.matchAll(/<SYNC/gi)].map(({ index }) => index);
  for (const [number, at] of places.entries()) {
    const whole = file.slice(at, Math.min(places[number + 1] ?? file.length, at + maxBody));
    const [tag, ms] = /^<SYNC[^>]{0,100}?\sStart\s*=\s*["']?(\d{1,9})[^>]{0,100}>/i.exec(whole) ?? [];
    if (tag !== undefined) yield { start: Number(ms) / 1_000, body: whole.slice(tag.length) };
  }
}

/** Line ends in the file are blanks, as in HTML. */
function clean(part: string): string {
  return readMarkup(part.replace(/<\/(?:body|sami)>/gi, '').replace(/[\r\n]+/g, ' '));
}
