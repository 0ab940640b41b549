import { type FileEntry, onOneLine, type ReadEntry, type ReadFile, sortOut } from '../entry.ts';

/** Writes an extended M3U: items without an address are left out. Pure. [WPF1] */
export function writeM3u(name: string, entries: readonly FileEntry[]): string {
  const lines = entries.flatMap(({ name: title, seconds, address }) =>
    address === undefined ? [] : [`#EXTINF:${Math.round(seconds ?? -1)},${onOneLine(title)}`, address],
  );
  return `${['#EXTM3U', `#PLAYLIST:${onOneLine(name)}`, ...lines].join('\n')}\n`;
}

/** Reads a plain or extended M3U, in time that grows with its length. Pure. [WPF3] */
export function readM3u(text: string): ReadFile {
  const read: ReadEntry[] = [];
  let named: Pick<ReadEntry, 'name' | 'seconds'> = { name: '' };
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line.startsWith('#EXTINF:')) named = describedBy(line.slice('#EXTINF:'.length));
    else if (line !== '' && !line.startsWith('#')) {
      read.push({ ...named, address: line, line: index + 1 });
      named = { name: '' };
    }
  }
  return sortOut(read);
}

/** `123 tvg-name="a, b",The name`: the name is behind the first comma outside of quotation marks. */
function describedBy(text: string): Pick<ReadEntry, 'name' | 'seconds'> {
  let isQuoted = false;
  let comma = -1;
  for (let at = 0; at < text.length && comma < 0; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ',' && !isQuoted) comma = at;
  }
  const seconds = Number.parseFloat(text);
  const name = onOneLine(comma < 0 ? '' : text.slice(comma + 1));
  return seconds > 0 ? { name, seconds } : { name };
}
