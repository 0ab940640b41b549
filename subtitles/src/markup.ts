/** Longest tag, reference and override that is read, in characters; a longer one is text. */
const maxTag = 300;
const maxReference = 12;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** Escapes the first characters of tags and references (W3C WebVTT 1, section 4.2.2). */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Reads text with tags as in WebVTT, SubRip and SAMI. Keeps `b`, `i` and `u`, turns `br` into a new line, and drops all
 * other tags, their attributes, and overrides such as `{\an8}`. Takes one pass over the text.
 */
export function readMarkup(raw: string): string {
  let markup = '';
  for (let place = 0; place < raw.length; ) {
    const next = nextMark(raw, place);
    markup += escapeText(raw.slice(place, next));
    if (next >= raw.length) break;
    const read = readMark(raw, next);
    markup += read.markup;
    place = next + read.length;
  }
  return markup;
}

function nextMark(raw: string, from: number): number {
  for (let place = from; place < raw.length; place += 1) {
    const code = raw[place];
    if (code === '<' || code === '&' || (code === '{' && raw[place + 1] === '\\')) return place;
  }
  return raw.length;
}

/** The mark at `place`, and its length in characters of `raw`. */
function readMark(raw: string, place: number): { readonly markup: string; readonly length: number } {
  const kind = raw[place]!;
  const ahead = raw.slice(place, place + (kind === '&' ? maxReference : maxTag));
  const close = ahead.indexOf(kind === '<' ? '>' : kind === '&' ? ';' : '}');
  if (close > 0) {
    const inside = ahead.slice(1, close);
    const markup = kind === '<' ? readTag(inside) : kind === '&' ? readReference(inside) : '';
    if (markup !== undefined) return { markup, length: close + 1 };
  }
  return { markup: escapeText(kind), length: 1 };
}

/** The meaning of a tag in a cue; undefined: it is not a tag. */
function readTag(inside: string): string | undefined {
  const [, slash, name] = /^(\/?)([a-zA-Z0-9]{1,20})/.exec(inside) ?? [];
  if (name === undefined) return /^[/!]/.test(inside) ? '' : undefined;
  if (/^[biu]$/i.test(name)) return `<${slash}${name.toLowerCase()}>`;
  return /^br$/i.test(name) ? '\n' : '';
}

/** The character of a reference, escaped; undefined: it is not a reference. */
function readReference(inside: string): string | undefined {
  const [, hex, decimal] = /^#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(inside) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : named[inside];
  return character === undefined ? undefined : escapeText(character);
}
