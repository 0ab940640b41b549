import type { Channel } from '@matinee/contract/gen/api.ts';
import { channelOf } from '../../channels/channel-of.ts';
import { type FileEntry, onOneLine, type ReadEntry, type ReadFile, sortOut } from '../entry.ts';

/**
 * Writes an extended M3U: items without an address are left out. A list has one programme guide, so channels of another
 * one lose theirs. Pure. [WPF1] [WPF6]
 */
export function writeM3u(name: string, entries: readonly FileEntry[]): string {
  const written = entries.filter(({ address }) => address !== undefined);
  const guideUrl = written.map(channelIn).find((channel) => channel?.guide_url)?.guide_url ?? '';
  const lines = written.flatMap((entry) => [
    `#EXTINF:${Math.round(entry.seconds ?? -1)}${attributesOf(channelIn(entry), guideUrl)},${onOneLine(entry.name)}`,
    entry.address,
  ]);
  const head = `#EXTM3U${attribute('x-tvg-url', guideUrl)}`;
  return `${[head, `#PLAYLIST:${onOneLine(name)}`, ...lines].join('\n')}\n`;
}

const channelIn = ({ channel, source }: FileEntry) => channel ?? source?.channel;

function attributesOf(channel: Channel | undefined, guideUrl: string): string {
  if (channel === undefined) return '';
  const isGuided = guideUrl !== '' && channel.guide_url === guideUrl;
  const names = isGuided ? attribute('tvg-id', channel.guide_id) + attribute('tvg-name', channel.guide_name) : '';
  return names + attribute('tvg-logo', channel.logo);
}

/**
 * A space, and the attribute; empty for an empty value. Quotation marks end a value, and the format has no escape for
 * them.
 */
function attribute(name: string, value: string): string {
  return value === '' ? '' : ` ${name}="${onOneLine(value).replaceAll('"', "'")}"`;
}

type Described = Pick<ReadEntry, 'name' | 'seconds' | 'group' | 'isChannel' | 'channel'>;

/** Reads a plain or extended M3U, in time that grows with its length. Pure. [WPF3] [WPF5] */
export function readM3u(text: string): ReadFile {
  const read: ReadEntry[] = [];
  let described: Described = { name: '' };
  const guideUrl = guideIn(text);
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line.startsWith('#EXTINF:')) described = describedBy(line.slice('#EXTINF:'.length), guideUrl);
    else if (line.startsWith('#EXTGRP:')) described = { ...described, ...inGroup(line.slice('#EXTGRP:'.length)) };
    else if (line !== '' && !line.startsWith('#')) {
      read.push({ ...described, address: line, line: index + 1 });
      described = { name: '' };
    }
  }
  return sortOut(read);
}

/** `-1 tvg-name="a, b" group-title="c",The name`: the name is behind the first comma outside of quotation marks. */
function describedBy(text: string, guideUrl: string): Described {
  let isQuoted = false;
  let comma = -1;
  for (let at = 0; at < text.length && comma < 0; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ',' && !isQuoted) comma = at;
  }
  const attributes = comma < 0 ? text : text.slice(0, comma);
  const seconds = Number.parseFloat(text);
  const name = onOneLine(comma < 0 ? '' : text.slice(comma + 1)) || onOneLine(valueIn(attributes, 'tvg-name'));
  const isChannel = seconds === -1 && attributes.includes('="');
  return {
    name,
    ...inGroup(valueIn(attributes, 'group-title')),
    ...(seconds > 0 ? { seconds } : {}),
    ...(isChannel ? { isChannel, ...channelBy(attributes, guideUrl) } : {}),
  };
}

/** The address of the programme guide in the first line, `#EXTM3U url-tvg="…"`; empty: none. Of several, the first. */
function guideIn(text: string): string {
  const head = text.trimStart().split(/[\r\n]/, 1)[0]!;
  if (!head.startsWith('#EXTM3U')) return '';
  const written = ['url-tvg', 'tvg-url'].map((name) => valueIn(head, name)).find((value) => value !== '') ?? '';
  return onTheWeb(written.split(/,\s*(?=https?:)/i)[0]!);
}

/** [WCG4] */
function channelBy(attributes: string, guideUrl: string): Pick<Described, 'channel'> {
  const name = (key: string) => onOneLine(valueIn(attributes, key)).slice(0, longestGuideName);
  const logo = onTheWeb(valueIn(attributes, 'tvg-logo'));
  return channelOf({ logo, guide_id: name('tvg-id'), guide_name: name('tvg-name') }, guideUrl);
}

/** Longest id and name of a channel in its guide, and longest address (contract, `Channel`). */
const longestGuideName = 200;
const longestAddress = 2_000;

/** An address that a channel may have; empty: it is none. */
function onTheWeb(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isFit = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isFit && url.href.length <= longestAddress ? url.href : '';
}

function valueIn(attributes: string, name: string): string {
  const start = attributes.indexOf(`${name}="`);
  const from = start + name.length + 2;
  const end = attributes.indexOf('"', from);
  return start < 0 || end < 0 ? '' : attributes.slice(from, end);
}

/** Longest name of a playlist. */
const longestGroup = 255;

/** A group needs a name that can be seen. */
function inGroup(text: string): Pick<Described, 'group'> {
  const group = onOneLine(text).slice(0, longestGroup).trim();
  return /[\p{L}\p{N}]/u.test(group) ? { group } : {};
}
