/**
 * Rewrites playlists of HLS (RFC 8216 and draft-pantos-hls-rfc8216bis) so that everything they name is loaded through us. A
 * lexer of our own: a playlist is a list of lines, and parsers of the npm registry build a model of it from which tags that
 * they do not know, and the order of tags, cannot be written again. Pure. [MR1]–[MR6]
 */

import { type Attribute, parseAttributes, printAttributes } from '../../../drivers/demuxing/attribute-list.ts';
import { proxyErrors } from '../proxy.errors.ts';

/** What a playlist names: another playlist, or bytes. Keys are not kept on disk. */
export type PartKind = 'playlist' | 'segment' | 'key';

/** Makes the address under which a viewer loads a part. */
export type Link = (kind: PartKind, url: URL) => string;

/** Attributes with addresses, by tag, and what is there. Undefined: the whole line is left out, because no viewer may load it. */
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
  // These lead players to servers that upstream chooses.
  'EXT-X-CONTENT-STEERING': undefined,
};

/** `base` is the address that the playlist came from. @throws AppError `proxy.bad_manifest` */
export function rewriteHls(text: string, base: URL, link: Link): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '#EXTM3U') throw proxyErrors.bad_manifest();
  const variables = new Map<string, string>();
  const to = (kind: PartKind, address: string): string => linkTo(link, kind, substitute(address, variables), base);
  let isVariant = false;
  const written: string[] = [];
  for (const line of lines) {
    if (line.trim() === '') continue;
    if (!line.startsWith('#')) {
      written.push(to(isVariant ? 'playlist' : 'segment', line.trim()));
      isVariant = false;
      continue;
    }
    // A comment may name anything.
    if (!line.startsWith('#EXT')) continue;
    if (line.startsWith('#EXT-X-STREAM-INF:')) isVariant = true;
    const kept = line.startsWith('#EXT-X-DEFINE:') ? define(line, base, variables) : rewriteTag(line, to);
    if (kept !== undefined) written.push(kept);
  }
  return `${written.join('\n')}\n`;
}

function rewriteTag(line: string, to: (kind: PartKind, address: string) => string): string | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(1, colon === -1 ? undefined : colon);
  if (!Object.hasOwn(tags, name)) return line.includes('URI="') || line.includes('X-ASSET-') ? undefined : line;
  const rule = tags[name];
  const attributes = parseAttributes(line.slice(colon + 1));
  if (!rule || colon === -1) return undefined;
  if (!attributes) throw proxyErrors.bad_manifest();
  const rewrite = (one: Attribute): Attribute =>
    one.name === rule.attribute ? { ...one, value: to(rule.kind, one.value) } : one;
  return `#${name}:${printAttributes(attributes.map(rewrite))}`;
}

/** Our address for one of upstream. Keys may be part of the playlist, or of a key system that fetches nothing. */
function linkTo(link: Link, kind: PartKind, address: string, base: URL): string {
  if (/^(?:data|skd|urn):/i.test(address)) return address;
  const url = URL.canParse(address, base.href) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw proxyErrors.bad_manifest();
  return link(kind, url);
}

/** Reads a variable (rfc8216bis, section 4.4.2.3). The players get its value: they do not see the address that it comes from. */
function define(line: string, base: URL, variables: Map<string, string>): string {
  const attributes = parseAttributes(line.slice(line.indexOf(':') + 1)) ?? [];
  const read = (name: string) => attributes.find((one) => one.name === name)?.value;
  const query = read('QUERYPARAM');
  const name = query ?? read('NAME');
  const value = query === undefined ? read('VALUE') : (base.searchParams.get(query) ?? undefined);
  // A variable of another playlist is not known here.
  if (name === undefined || value === undefined) throw proxyErrors.bad_manifest();
  variables.set(name, value);
  return `#EXT-X-DEFINE:NAME="${name}",VALUE="${value.replaceAll('"', '')}"`;
}

function substitute(address: string, variables: ReadonlyMap<string, string>): string {
  return address.replace(/\{\$([A-Za-z0-9_-]+)\}/g, (_, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw proxyErrors.bad_manifest();
    return value;
  });
}
