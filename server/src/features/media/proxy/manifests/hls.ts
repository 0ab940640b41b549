/**
 * Rewrites playlists of HLS (RFC 8216 and draft-pantos-hls-rfc8216bis), so that players load everything through this
 * server. It has its own lexer, because a playlist is a list of lines. The parsers of the npm registry build a model
 * that loses unknown tags and the order of tags. Pure. [MR1]–[MR6]
 */

import { type Attribute, parseAttributes, printAttributes } from '../../../../drivers/demuxing/attribute-list.ts';
import { isUrl } from '../../../../kernel/http/urls.ts';
import { proxyErrors } from '../proxy.errors.ts';

/**
 * The parts that a playlist or a storyboard names: another playlist, bytes, or a picture. Keys are not cached on disk.
 */
export type PartKind = 'playlist' | 'segment' | 'key' | 'picture';

/** Makes the address from which a viewer loads a part. */
export type Link = (kind: PartKind, url: URL) => string;

/**
 * The attribute with an address, and the kind of part, by tag. Undefined: the line is removed, because no viewer may
 * load the address.
 */
const tags: Readonly<Record<string, { readonly attribute: string; readonly kind: PartKind } | undefined>> = {
  'EXT-X-KEY': { attribute: 'URI', kind: 'key' },
  'EXT-X-SESSION-KEY': { attribute: 'URI', kind: 'key' },
  'EXT-X-MAP': { attribute: 'URI', kind: 'segment' },
  'EXT-X-PART': { attribute: 'URI', kind: 'segment' },
  'EXT-X-PRELOAD-HINT': { attribute: 'URI', kind: 'segment' },
  'EXT-X-MEDIA': { attribute: 'URI', kind: 'playlist' },
  'EXT-X-I-FRAME-STREAM-INF': { attribute: 'URI', kind: 'playlist' },
  'EXT-X-IMAGE-STREAM-INF': { attribute: 'URI', kind: 'playlist' },
  'EXT-X-RENDITION-REPORT': { attribute: 'URI', kind: 'playlist' },
  'EXT-X-SESSION-DATA': { attribute: 'URI', kind: 'segment' },
  // Leads players to servers that upstream chooses.
  'EXT-X-CONTENT-STEERING': undefined,
};

/** Lines rewritten in one go: other requests are served in between. */
const linesInOne = 512;
/** Longest address after variables are replaced, in characters: it may contain a variable many times. */
const maxSubstituted = 16_384;

/**
 * Gives the playlist in pieces. `base` is its own address. `tellLength` gets the duration of a film, in seconds, at the
 * end; a playlist that may still grow has no duration. @throws AppError `proxy.bad_manifest`
 */
export function* rewriteHls(
  text: string,
  base: URL,
  link: Link,
  tellLength?: (seconds: number) => void,
): Generator<string> {
  const variables = new Map<string, string>();
  const to = (kind: PartKind, address: string): string => linkTo(link, kind, substitute(address, variables), base);
  let isVariant = false;
  let isFirst = true;
  let isComplete = false;
  let seconds = 0;
  let written: string[] = [];
  for (const line of linesOf(text)) {
    if (isFirst && line.trimEnd() !== '#EXTM3U') throw proxyErrors.bad_manifest();
    isFirst = false;
    if (line.trim() === '') continue;
    if (!line.startsWith('#')) {
      written.push(to(isVariant ? 'playlist' : 'segment', line.trim()));
      isVariant = false;
    } else if (line.startsWith('#EXT')) {
      // Other lines that begin with `#` are comments, which may contain any address.
      if (line.startsWith('#EXT-X-STREAM-INF:')) isVariant = true;
      if (line.startsWith('#EXTINF:')) seconds += Number.parseFloat(line.slice('#EXTINF:'.length)) || 0;
      isComplete ||= line.startsWith('#EXT-X-ENDLIST');
      const kept = line.startsWith('#EXT-X-DEFINE:') ? define(line, base, variables) : rewriteTag(line, to);
      if (kept !== undefined) written.push(kept);
    }
    if (written.length < linesInOne) continue;
    yield `${written.join('\n')}\n`;
    written = [];
  }
  if (isFirst) throw proxyErrors.bad_manifest();
  if (isComplete) tellLength?.(seconds);
  if (written.length > 0) yield `${written.join('\n')}\n`;
}

function* linesOf(text: string): Generator<string> {
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? undefined : end);
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (end === -1) return;
    at = end + 1;
  }
}

function rewriteTag(line: string, to: (kind: PartKind, address: string) => string): string | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(1, colon === -1 ? undefined : colon);
  if (!Object.hasOwn(tags, name)) return namesElsewhere(line) ? undefined : line;
  const rule = tags[name];
  const attributes = parseAttributes(line.slice(colon + 1));
  if (!rule || colon === -1) return undefined;
  if (!attributes) throw proxyErrors.bad_manifest();
  const rewrite = (one: Attribute): Attribute =>
    one.name === rule.attribute ? { ...one, value: to(rule.kind, one.value) } : one;
  return `#${name}:${printAttributes(attributes.map(rewrite))}`;
}

/**
 * True for an unknown tag with an address, such as tags of advertisements, or low-latency tags from before the
 * standard.
 */
function namesElsewhere(line: string): boolean {
  if (line.startsWith('#EXT-X-STREAM-INF:') || !line.startsWith('#EXT-X-')) return false;
  return /URI="|X-ASSET-|:\/\//.test(line);
}

/**
 * This server's address for one of upstream. Keys may be inside the playlist, or belong to a key system that fetches
 * nothing. An inline playlist could name any server.
 */
function linkTo(link: Link, kind: PartKind, address: string, base: URL): string {
  if (kind !== 'playlist' && /^(?:data|skd|urn):/i.test(address)) return address;
  const url = isUrl(address, base.href) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw proxyErrors.bad_manifest();
  return link(kind, url);
}

/**
 * Reads a variable (rfc8216bis, section 4.4.2.3). A variable from the playlist's query is removed: upstream grants
 * access with it, and the rewritten addresses already contain it.
 */
function define(line: string, base: URL, variables: Map<string, string>): string | undefined {
  const attributes = parseAttributes(line.slice(line.indexOf(':') + 1)) ?? [];
  const read = (name: string) => attributes.find((one) => one.name === name)?.value;
  const query = read('QUERYPARAM');
  const name = query ?? read('NAME');
  const value = query === undefined ? read('VALUE') : (base.searchParams.get(query) ?? undefined);
  // A variable of another playlist is unknown here.
  if (name === undefined || value === undefined) throw proxyErrors.bad_manifest();
  variables.set(name, value);
  if (query !== undefined) return undefined;
  return `#EXT-X-DEFINE:NAME="${name}",VALUE="${value.replaceAll('"', '')}"`;
}

function substitute(address: string, variables: ReadonlyMap<string, string>): string {
  let length = address.length;
  return address.replace(/\{\$([A-Za-z0-9_-]+)\}/g, (_, name: string) => {
    const value = variables.get(name);
    length += value?.length ?? 0;
    if (value === undefined || length > maxSubstituted) throw proxyErrors.bad_manifest();
    return value;
  });
}
