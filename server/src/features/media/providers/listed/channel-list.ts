import { withoutHiddenCharacters } from '@matinee/contract/shown-text.ts';
import { isUrl } from '../../../../kernel/http/urls.ts';
import { checkAddress } from '../../../../providers/media-address.ts';

/** Most items read from a list. */
export const maxItems = 2_000;
/** Longest address of a source (contract, `DirectUrlSource`), and longest name of an item (`NewMedia`). */
const maxUrlLength = 2_000;
const maxNameLength = 500;
/** Longest id and name in a guide (contract, `Channel`). */
const maxGuideName = 200;
/** Most lines read: an item has a few. */
const maxLines = 40_000;
/** Longest line; only the beginning of a longer one is read. */
const maxLineLength = 8_000;

/** An item as written in the list. Empty texts: not stated. */
export interface ChannelItem {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
  readonly logo: string;
  readonly group: string;
  /** The channel's id in the programme guide. */
  readonly guideId: string;
  readonly guideName: string;
}

export interface ChannelList {
  /** Address of the programme guide, the first of several; empty: none. */
  readonly guideUrl: string;
  readonly items: readonly ChannelItem[];
  /** The list has more than `items`. */
  readonly isPartial: boolean;
}

/**
 * Parses an M3U playlist of channels or files. Undefined: the text is not such a list; an HLS playlist, for example, is
 * one film. `base` is the list's own address. Skips lines without a web address. Takes linear time. [PV80] [PV81]
 */
export function readChannelList(text: string, base: string): ChannelList | undefined {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (!/^#EXTM3U(?![^\s])/i.test(start)) return undefined;
  const items: ChannelItem[] = [];
  let said: Described = nothing;
  const lines = start.split(/\r\n|[\r\n]/, maxLines);
  const guideUrl = guideIn(lines[0]!.slice(0, maxLineLength), base);
  for (const whole of lines) {
    const line = whole.slice(0, maxLineLength).trim();
    if (/^#EXT-X-/i.test(line)) return undefined;
    if (/^#EXTINF:/i.test(line)) said = { ...said, ...describedBy(line.slice('#EXTINF:'.length)) };
    else if (/^#EXTGRP:/i.test(line)) said = { ...said, section: shownText(line.slice('#EXTGRP:'.length)) };
    if (line === '' || line.startsWith('#')) continue;
    const url = addressOf(line, base);
    if (url !== undefined) {
      if (items.length === maxItems) return { guideUrl, items, isPartial: true };
      const { logo, group, section, ...named } = said;
      items.push({ ...named, url, logo: (logo && addressOf(logo, base)) || '', group: group || section });
    }
    said = nothing;
  }
  return { guideUrl, items, isPartial: lines.length === maxLines };
}

/** `line` is the first one, `#EXTM3U x-tvg-url="…"`. Some lists have several comma-separated addresses. */
function guideIn(line: string, base: string): string {
  for (const name of ['url-tvg', 'x-tvg-url', 'tvg-url'])
    for (const text of attributeOf(line, name).split(/,\s*(?=https?:)/i)) {
      const url = text.trim() && addressOf(text.trim(), base);
      if (url) return url;
    }
  return '';
}

/** Facts from the lines before an address. */
interface Described {
  readonly name: string;
  readonly logo: string;
  readonly group: string;
  readonly guideId: string;
  readonly guideName: string;
  /** From a separate `#EXTGRP` line. */
  readonly section: string;
}

const nothing: Described = { name: '', logo: '', group: '', guideId: '', guideName: '', section: '' };

/** `text` is `-1 tvg-logo="…" group-title="…",Name`. */
function describedBy(text: string): Omit<Described, 'section'> {
  const end = nameStart(text);
  const head = end === undefined ? text : text.slice(0, end);
  const written = end === undefined ? '' : text.slice(end + 1);
  const guideName = shownText(attributeOf(head, 'tvg-name'));
  return {
    name: shownText(written) || guideName,
    guideId: shownText(attributeOf(head, 'tvg-id'), maxGuideName),
    guideName: shownText(guideName, maxGuideName),
    logo: attributeOf(head, 'tvg-logo'),
    group: shownText(attributeOf(head, 'group-title')),
  };
}

/**
 * Position of the comma before the name: the first comma outside quotes, or the last comma if a quote is not closed.
 */
function nameStart(text: string): number | undefined {
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    if (text[place] === '"') isQuoted = !isQuoted;
    else if (text[place] === ',' && !isQuoted) return place;
  }
  const last = text.lastIndexOf(',');
  return isQuoted && last >= 0 ? last : undefined;
}

/** Value of the attribute `name`, with or without quotes; empty if missing. */
function attributeOf(head: string, name: string): string {
  const start = ` ${head}`.indexOf(` ${name}=`);
  if (start < 0) return '';
  const rest = head.slice(start + name.length + 1);
  const isQuoted = rest.startsWith('"');
  const end = isQuoted ? rest.indexOf('"', 1) : rest.search(/\s/);
  return rest.slice(isQuoted ? 1 : 0, end < 0 ? rest.length : end);
}

/** A text that is valid as an item's name: one line, without invisible characters, and not too long. */
function shownText(text: string, maxLength = maxNameLength): string {
  return [...withoutHiddenCharacters(text)].slice(0, maxLength).join('').trim();
}

/** Undefined: not a valid web address for an item. */
function addressOf(text: string, base: string): string | undefined {
  if (!isUrl(text, base)) return undefined;
  const { href } = new URL(text, base);
  return href.length <= maxUrlLength && checkAddress(href, '').length === 0 ? href : undefined;
}
