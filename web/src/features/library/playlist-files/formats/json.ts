import type { MediaSource } from '@matinee/contract/gen/api.ts';
import { type FileEntry, onOneLine, type Problem, type ReadEntry, type ReadFile, sortOut } from '../entry.ts';

/** The first words of a file of ours. */
const format = 'matinee-playlist';

/** Writes everything about the items, also where servers with accounts have them. Pure. [WPF1] */
export function writeJson(name: string, entries: readonly FileEntry[]): string {
  const items = entries.map(({ name: title, seconds, address, source }) => ({ name: title, seconds, address, source }));
  return `${JSON.stringify({ format, version: 1, name, items }, null, 2)}\n`;
}

/** Reads a file of ours, or a list of objects with a name and an address. @throws SyntaxError for no JSON. [WPF3] */
export function readJson(text: string): ReadFile {
  const parsed = JSON.parse(text) as unknown;
  const items = Array.isArray(parsed) ? parsed : (parsed as { readonly items?: unknown } | null)?.items;
  if (!Array.isArray(items)) throw new SyntaxError('the file has no list of items');
  const problems: Problem[] = [];
  const read: ReadEntry[] = [];
  for (const [index, item] of items.entries()) {
    const line = index + 1;
    const entry = typeof item === 'string' ? { name: '', address: item } : entryOf(item);
    if (entry) read.push({ ...entry, line });
    else problems.push({ line, reason: 'not_an_item' });
  }
  const sorted = sortOut(read);
  return { entries: sorted.entries, problems: [...problems, ...sorted.problems].sort((a, b) => a.line - b.line) };
}

function entryOf(item: unknown): FileEntry | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const { name, title, address, url, seconds, source } = item as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    name: onOneLine(text(name) || text(title)),
    address: (text(address) || text(url)).trim() || undefined,
    ...(typeof seconds === 'number' && seconds > 0 ? { seconds } : {}),
    ...(typeof source === 'object' && source !== null ? { source: source as MediaSource } : {}),
  };
}
