import { type FileEntry, onOneLine, type ReadEntry, type ReadFile, sortOut } from '../entry.ts';

/** Writes an extended M3U: items without an address are left out. Pure. [WPF1] */
export function writeM3u(name: string, entries: readonly FileEntry[]): string {
  const lines = entries.flatMap(({ name: title, seconds, address }) =>
    address === undefined ? [] : [`#EXTINF:${Math.round(seconds ?? -1)},${onOneLine(title)}`, address],
  );
  return `${['#EXTM3U', `#PLAYLIST:${onOneLine(name)}`, ...lines].join('\n')}\n`;
}

type Described = Pick<ReadEntry, 'name' | 'seconds' | 'group' | 'isChannel'>;

/** Reads a plain or extended M3U, in time that grows with its length. Pure. [WPF3] [WPF5] */
export function readM3u(text: string): ReadFile {
  const read: ReadEntry[] = [];
  let described: Described = { name: '' };
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line.startsWith('#EXTINF:')) described = describedBy(line.slice('#EXTINF:'.length));
    else if (line.startsWith('#EXTGRP:')) described = { ...described, ...inGroup(line.slice('#EXTGRP:'.length)) };
    else if (line !== '' && !line.startsWith('#')) {
      read.push({ ...described, address: line, line: index + 1 });
      described = { name: '' };
    }
  }
  return sortOut(read);
}

/** `-1 tvg-name="a, b" group-title="c",The name`: the name is behind the first comma outside of quotation marks. */
function describedBy(text: string): Described {
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
    ...(isChannel ? { isChannel } : {}),
  };
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
