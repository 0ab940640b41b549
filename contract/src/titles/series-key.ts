import { readFileName } from './file-name.ts';

/** The longest name of a series that is kept, in characters. */
const longest = 200;

/**
 * The series that the name of an item tells, as people write it; undefined: none. Pure.
 * @returns beside it the key by which two names of one series are the same, in whatever case they are written
 */
export function seriesOf(name: string): { readonly title: string; readonly key: string } | undefined {
  const read = readFileName(name);
  if (read?.kind !== 'episode') return undefined;
  const title = read.series.slice(0, longest);
  const year = read.year === undefined ? '' : ` (${read.year})`;
  return { title, key: `${title.normalize('NFC').toLowerCase()}${year}` };
}
