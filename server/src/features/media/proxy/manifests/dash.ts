/**
 * Rewrites MPDs of DASH (ISO/IEC 23009-1, section 5), so that players load everything through this server. Addresses
 * become addresses below signed folders, and templates keep their variables. Uses a streaming parser. It does not
 * expand entities that the document itself declares. Pure. [MR12]–[MR15]
 */

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { dateOf } from '../../../../kernel/clock.ts';
import { isUrl } from '../../../../kernel/http/urls.ts';
import { proxyErrors } from '../proxy.errors.ts';
import type { Links } from './links.ts';

/** Attributes with addresses, by element. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  SegmentTemplate: ['media', 'index', 'initialization', 'bitstreamSwitching'],
  SegmentURL: ['media', 'index'],
  Initialization: ['sourceURL'],
  RepresentationIndex: ['sourceURL'],
  BitstreamSwitching: ['sourceURL'],
};
/**
 * Elements that lead players to other servers, or to the next MPD: players must read this server's MPD again. Events
 * may ask players to call an address or to play another MPD. Licences are fetched from the address in their element.
 */
const leftOut = new Set([
  'Location',
  'PatchLocation',
  'ContentSteering',
  'ImportedMPD',
  'Metrics',
  'ClientDataReporting',
  'EventStream',
  'InbandEventStream',
  'Laurl',
  'laurl',
  'Authzurl',
  'Certurl',
]);
/** Characters rewritten in one go: other requests are served in between. */
const turnLetters = 16_384;
const maxDepth = 32;
const maxElements = 200_000;

interface Level {
  readonly name: string;
  /** The base of the level above. */
  readonly outer: URL;
  /**
   * The base of relative addresses (section 5.6). The BaseURLs of one level are alternatives, each relative to the
   * level above. Players begin with the first.
   */
  base: URL;
  hasOwnBase: boolean;
  text: string;
}

/**
 * Gives the MPD in pieces. `base` is its own address, `nowMs` the server's time. @throws AppError `proxy.bad_manifest`
 */
export function* rewriteDash(text: string, base: URL, links: Links, nowMs: number): Generator<string> {
  const written: string[] = [];
  const parser = makeParser(written, base, links, nowMs);
  let isBegun = false;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += turnLetters) {
    parser.write(text.slice(at, at + turnLetters));
    if (written.length === 0) continue;
    if (!isBegun) yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    isBegun = true;
    yield written.splice(0).join('');
  }
  parser.close();
  if (!isBegun) refuse();
  yield written.join('');
}

function makeParser(written: string[], base: URL, links: Links, nowMs: number): SaxesParser {
  const { folder, link, tellLength } = links;
  const levels: Level[] = [];
  let skipped = 0;
  let elements = 0;
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => refuse());
  parser.on('opentag', (tag) => {
    elements += 1;
    if (skipped > 0 || leftOut.has(localName(tag.name))) {
      skipped += 1;
      return;
    }
    if (levels.length === maxDepth || elements > maxElements) refuse();
    const parent = levels.at(-1);
    if (!parent && localName(tag.name) !== 'MPD') refuse();
    const level = levelIn(parent?.base ?? base, localName(tag.name));
    levels.push(level);
    if (level.name === 'BaseURL') return;
    if (!parent) tellLength?.(lengthOf(tag));
    if (levels.length === 2) writeUsualBase(levels[0]!, level.name);
    written.push(openTag(tag, level, links, nowMs));
  });
  parser.on('text', (part) => add(part));
  parser.on('cdata', (part) => add(part));
  parser.on('closetag', (tag) => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const level = levels.pop()!;
    if (level.name !== 'BaseURL') return void written.push(`</${tag.name}>`);
    const parent = levels.at(-1)!;
    const url = resolve(level.text.trim(), parent.outer);
    if (!parent.hasOwnBase) Object.assign(parent, { base: url, hasOwnBase: true });
    // A representation may be one file, which players read in ranges.
    const isFolder = url.pathname.endsWith('/');
    written.push(`<BaseURL>${escapeText(isFolder ? folder(url) : link('segment', url))}</BaseURL>`);
  });

  /** Without a BaseURL, addresses are relative to the MPD. Only ProgramInformation stands before one. */
  function writeUsualBase(root: Level, next: string): void {
    if (root.hasOwnBase || next === 'ProgramInformation') return;
    written.push(`<BaseURL>${escapeText(folder(base))}</BaseURL>`);
    root.hasOwnBase = true;
  }

  function add(part: string): void {
    const level = levels.at(-1);
    if (skipped > 0 || !level) return;
    if (level.name === 'BaseURL') level.text += part;
    else written.push(escapeText(part));
  }

  return parser;
}

function levelIn(outer: URL, name: string): Level {
  return { name, outer, base: outer, hasOwnBase: false, text: '' };
}

function openTag({ name, attributes }: SaxesTagPlain, level: Level, links: Links, nowMs: number): string {
  const rewritten = addresses[level.name] ?? [];
  const isClock = level.name === 'UTCTiming' && (attributes['schemeIdUri'] ?? '').includes(':http-');
  const printed = Object.entries(attributes).flatMap(([attribute, value]) => {
    // A document may use another prefix for the namespace of `xlink:href`.
    if (localName(attribute) === 'href' && !value.startsWith('urn:')) return [];
    if (isClock && attribute === 'schemeIdUri') return [[attribute, 'urn:mpeg:dash:utc:direct:2014']];
    if (isClock && attribute === 'value') return [[attribute, dateOf(nowMs).toISOString()]];
    return [[attribute, rewritten.includes(attribute) ? rewriteTemplate(value, level.base, links) : value]];
  });
  return `<${name}${printed.map(([key, value]) => ` ${key}="${escapeText(value!)}"`).join('')}>`;
}

/** Duration of a film, in seconds; 0: it is not a film, or its duration is not given (section 5.3.1.2). */
function lengthOf({ attributes: { type, mediaPresentationDuration = '' } }: SaxesTagPlain): number {
  if (type === 'dynamic') return 0;
  // A duration of XML Schema, but without years and months: their length is not fixed.
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:([\d.]{1,20})S)?)?$/.exec(mediaPresentationDuration) ?? [];
  const numbers = [days, hours, minutes, seconds].map((part) => Number(part ?? 0) || 0);
  return ((numbers[0]! * 24 + numbers[1]!) * 60 + numbers[2]!) * 60 + numbers[3]!;
}

/** The part before the first variable becomes a folder; the player fills in the rest. */
function rewriteTemplate(value: string, base: URL, { folder, link }: Links): string {
  const variable = value.indexOf('$');
  if (variable === -1) return link('segment', resolve(value, base));
  const slash = value.lastIndexOf('/', variable);
  const fixed = value.slice(0, slash + 1);
  const rest = value.slice(slash + 1);
  // Players would resolve dots against this server's address.
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(rest.replaceAll(/\$[^$]*\$/g, ''))) refuse();
  return folder(resolve(fixed === '' ? '.' : fixed, base)) + rest;
}

function resolve(address: string, base: URL): URL {
  const url = isUrl(address, base.href) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) refuse();
  return url!;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character]!);
}

function refuse(): never {
  throw proxyErrors.bad_manifest();
}
