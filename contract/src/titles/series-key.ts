import { readFileName } from './file-name.ts';

/** The longest name of a series that is kept, in characters. */
const longest = 200;

/**
 * The series in the name of an item, as people write it; undefined: none. Pure.
 * @returns it with the case-insensitive key that is equal for two names of one series
 */
export function seriesOf(name: string): { readonly title: string; readonly key: string } | undefined {
  const read = readFileName(name);
  if (read?.kind !== 'episode') return undefined;
  const title = read.series.slice(0, longest);
  const year = read.year === undefined ? '' : ` (${read.year})`;
  return { title, key: `${title.normalize('NFC').toLowerCase()}${year}` };
}
