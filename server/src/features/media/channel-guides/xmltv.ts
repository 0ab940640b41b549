/**
 * Parses XMLTV (xmltv.dtd) as a stream, without expanding entities that the document declares. Skips errors within a
 * guide. [CG3] [CG4]
 */
import { withoutHiddenCharacters } from '@matinee/contract/shown-text.ts';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** The document is not XMLTV, or is unsafe to parse. */
export class NotXmltv extends Error {
  override readonly name = 'NotXmltv';
}

/** A channel of the guide. */
export interface XmltvChannel {
  readonly id: string;
  readonly names: readonly string[];
}

/** An entry of the guide; its times are unparsed, empty if missing. */
export interface XmltvProgramme {
  readonly channel: string;
  readonly start: string;
  readonly stop: string;
  readonly title: string;
  readonly subtitle: string;
}

interface Receiver {
  onChannel(channel: XmltvChannel): void;
  onProgramme(programme: XmltvProgramme): void;
}

/** Deepest nesting: XMLTV has four. */
const maxDepth = 16;
/** Most characters read of a title, a name or an id. */
const maxText = 200;
/** Most names of one channel. */
const maxNames = 8;
/** Longest run without a tag, in characters: the parser buffers a text or an attribute until its end. */
const maxPiece = 1_048_576;
/** Most errors skipped. */
const maxMistakes = 10_000;
/** Longest reference to a character or an entity, in characters. */
const longestReference = 40;
/** Guides contain `Tom & Jerry`; the parser would take everything after it for an entity name. */
const bareAmpersand = /&(?!(?:[A-Za-z]\w{0,31}|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/g;

interface Element {
  readonly name: 'channel' | 'programme';
  readonly depth: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<'display-name' | 'title' | 'sub-title', string[]>>;
}

export function makeXmltvReader(receiver: Receiver) {
  const parser = makeParser();
  let depth = 0;
  let sinceTag = 0;
  let element: Element | undefined;
  let text: string[] | undefined;
  let hasRoot = false;
  let held = '';

  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    sinceTag = 0;
    depth += 1;
    if (depth > maxDepth || (!hasRoot && name !== 'tv')) throw new NotXmltv('the document is no XMLTV');
    hasRoot = true;
    if (element && depth === element.depth + 1) text = textsOf(element, name);
    // An unmatched closing tag closes all open elements, including `tv`.
    else if (!element && (name === 'channel' || name === 'programme'))
      element = { name, depth, attributes, texts: { 'display-name': [], title: [], 'sub-title': [] } };
  });
  const add = (part: string) => {
    if (text === undefined) return;
    const last = text.length - 1;
    if (text[last]!.length < maxText) text[last] += part.slice(0, maxText);
  };
  parser.on('text', add);
  parser.on('cdata', (part) => add(part.replaceAll('&amp;', '&')));
  parser.on('closetag', () => {
    sinceTag = 0;
    if (element && depth === element.depth + 1) text = undefined;
    if (element?.depth === depth) {
      tell(receiver, element);
      element = undefined;
    }
    depth -= 1;
  });

  return {
    /** @throws NotXmltv */
    write(piece: string): void {
      sinceTag += piece.length;
      if (sinceTag > maxPiece) throw new NotXmltv('a part of the document is too long');
      const whole = held + piece;
      const length = wholeReferences(whole);
      held = whole.slice(length);
      parser.write(whole.slice(0, length).replace(bareAmpersand, '&amp;'));
    },
    /** Ends the document. @throws NotXmltv if it has no content of a guide */
    close(): void {
      parser.write(held.replace(bareAmpersand, '&amp;'));
      parser.close();
      if (!hasRoot) throw new NotXmltv('the document is no XML');
    },
  };
}

/** A parser that skips errors, up to a limit, and refuses documents that declare entities. */
function makeParser(): SaxesParser<{ xmlns: false; position: false }> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let mistakes = 0;
  parser.on('error', () => {
    mistakes += 1;
    if (mistakes > maxMistakes) throw new NotXmltv('the document is no XML');
  });
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new NotXmltv('the document declares entities');
  });
  return parser;
}

/** Number of characters of `text` that can be parsed before the next chunk: excludes an incomplete reference. */
function wholeReferences(text: string): number {
  const end = text.slice(-longestReference).lastIndexOf('&');
  return end < 0 ? text.length : Math.max(0, text.length - longestReference) + end;
}

/** Begins a new text for a child of `element`. @returns the list of its texts; undefined: that child is ignored. */
function textsOf(element: Element | undefined, child: string): string[] | undefined {
  const texts =
    element && Object.hasOwn(element.texts, child) ? element.texts[child as keyof Element['texts']] : undefined;
  if (!texts || texts.length >= maxNames) return undefined;
  texts.push('');
  return texts;
}

function tell(receiver: Receiver, { name, attributes, texts }: Element): void {
  const attribute = (key: string) => shown(attributes[key] ?? '');
  if (name === 'channel') {
    const names = texts['display-name'].map(shown).filter((one) => one !== '');
    receiver.onChannel({ id: attribute('id'), names });
    return;
  }
  const [title = '', subtitle = ''] = [texts.title[0], texts['sub-title'][0]].map((one) => shown(one ?? ''));
  const [channel, start, stop] = [attribute('channel'), attribute('start'), attribute('stop')];
  receiver.onProgramme({ channel, start, stop, title, subtitle });
}

const shown = (text: string) => [...withoutHiddenCharacters(text.slice(0, 2 * maxText))].slice(0, maxText).join('');
