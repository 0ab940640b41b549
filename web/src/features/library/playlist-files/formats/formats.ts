import type { FileEntry, ReadFile } from '../entry.ts';
import { readCsv, writeCsv } from './csv.ts';
import { readJson, writeJson } from './json.ts';
import { readM3u, writeM3u } from './m3u.ts';

export const formats = ['m3u', 'csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** The ending of a file's name: `m3u8` says that its text is UTF-8. */
export const endingOf: Readonly<Record<Format, string>> = { m3u: 'm3u8', csv: 'csv', json: 'json' };

export function write(format: Format, name: string, entries: readonly FileEntry[]): string {
  if (format === 'm3u') return writeM3u(name, entries);
  return format === 'csv' ? writeCsv(entries) : writeJson(name, entries);
}

/** Reads a file by its content: people rename files. @throws SyntaxError when it is no playlist. Pure. [WPF3] */
export function read(content: string): ReadFile {
  const text = content.replace(/^\uFEFF/, '');
  const start = text.trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return readJson(text);
  const isTable =
    /^[^\r\n]*\b(?:address|url|link)\b/i.test(start) && !start.startsWith('#') && !/^\w+:\/\//.test(start);
  const found = isTable ? readCsv(start) : readM3u(text);
  if (found.entries.length === 0 && !isTable && !start.startsWith('#EXTM3U')) throw new SyntaxError('no playlist');
  return found;
}
