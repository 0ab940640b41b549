import { withoutHiddenCharacters } from '@matinee/contract/shown-text.ts';
import { checkAddress } from '../../../../providers/media-address.ts';

/** Most items that are told of a list. */
export const maxItems = 2_000;
/** Longest address of a source (contract, `DirectUrlSource`), and longest name of an item (`NewMedia`). */
const maxUrlLength = 2_000;
const maxNameLength = 500;
/** Most lines that are looked at: an item has a few. */
const maxLines = 40_000;
/** Longest line of which more than the beginning is looked at. */
const maxLineLength = 8_000;

/** An item of a list, as the list writes it. Empty texts: it says nothing. */
export interface ChannelItem {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
  readonly logo: string;
  readonly group: string;
}

export interface ChannelList {
  readonly items: readonly ChannelItem[];
  /** There is more than `items` in it. */
  readonly isPartial: boolean;
}

/**
 * Reads an M3U playlist that lists channels or files. Undefined: it is none, such as a playlist of HLS, which is one film. `base` is
 * where the list came from. What names no address of the web is passed over. Takes time in proportion to the text. [PV80] [PV81]
 */
export function readChannelList(text: string, base: string): ChannelList | undefined {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (!/^#EXTM3U(?![^\s])/i.test(start)) return undefined;
  const items: ChannelItem[] = [];
  let said: Described = nothing;
  const lines = start.split(/\r\n|[\r\n]/, maxLines);
  for (const whole of lines) {
    const line = whole.slice(0, maxLineLength).trim();
    if (/^#EXT-X-/i.test(line)) return undefined;
    if (/^#EXTINF:/i.test(line)) said = { ...said, ...describedBy(line.slice('#EXTINF:'.length)) };
    else if (/^#EXTGRP:/i.test(line)) said = { ...said, section: shownText(line.slice('#EXTGRP:'.length)) };
    if (line === '' || line.startsWith('#')) continue;
    const url = addressOf(line, base);
    if (url !== undefined) {
      if (items.length === maxItems) return { items, isPartial: true };
      const { name, logo, group, section } = said;
      items.push({ name, url, logo: (logo && addressOf(logo, base)) || '', group: group || section });
    }
    said = nothing;
  }
  return { items, isPartial: lines.length === maxLines };
}

/** What lines say about the address that follows. */
interface Described {
  readonly name: string;
  readonly logo: string;
  readonly group: string;
  /** From a line of its own, `#EXTGRP`. */
  readonly section: string;
}

const nothing: Described = { name: '', logo: '', group: '', section: '' };

/** `text` is `-1 tvg-logo="…" group-title="…",Name`. */
function describedBy(text: string): Omit<Described, 'section'> {
  const end = nameStart(text);
  const head = end === undefined ? text : text.slice(0, end);
  const written = end === undefined ? '' : text.slice(end + 1);
  return {
    name: shownText(written) || shownText(attributeOf(head, 'tvg-name')),
    logo: attributeOf(head, 'tvg-logo'),
    group: shownText(attributeOf(head, 'group-title')),
  };
}

/** Place of the comma before the name: the first one outside of quotes, or the last of all where a quote has no end. */
function nameStart(text: string): number | undefined {
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    if (text[place] === '"') isQuoted = !isQuoted;
    else if (text[place] === ',' && !isQuoted) return place;
  }
  const last = text.lastIndexOf(',');
  return isQuoted && last >= 0 ? last : undefined;
}

/** Value of the attribute `name`, with or without quotes; empty where there is none. */
function attributeOf(head: string, name: string): string {
  const start = ` ${head}`.indexOf(` ${name}=`);
  if (start < 0) return '';
  const rest = head.slice(start + name.length + 1);
  const isQuoted = rest.startsWith('"');
  const end = isQuoted ? rest.indexOf('"', 1) : rest.search(/\s/);
  return rest.slice(isQuoted ? 1 : 0, end < 0 ? rest.length : end);
}

/** A text as names of items may be: one line, without what nobody sees, and not too long. */
function shownText(text: string): string {
  return [...withoutHiddenCharacters(text)].slice(0, maxNameLength).join('').trim();
}

/** Undefined: it is no address of the web that an item may have. */
function addressOf(text: string, base: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const { href } = new URL(text, base);
  return href.length <= maxUrlLength && checkAddress(href, '').length === 0 ? href : undefined;
}
