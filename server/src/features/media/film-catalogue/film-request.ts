import { readFileName } from '@matinee/contract/titles/file-name.ts';

/** A film or an episode, as named by an item. */
export type FilmRequest = { readonly title: string; readonly year?: number } & (
  | { readonly kind: 'film' }
  | { readonly kind: 'series' }
  | { readonly kind: 'episode'; readonly season: number; readonly number: number }
);

/** Longest film title, in characters. */
const longest = 200;

/**
 * The catalogue request for an item's name; undefined: the name does not identify a film. An episode without a season
 * requests its series. Pure. [FCA1]
 * @returns also a key that is equal for two names of one film
 */
export function filmRequest(name: string): { readonly key: string; readonly film: FilmRequest } | undefined {
  const read = readFileName(name);
  if (!read) return undefined;
  const title = (read.kind === 'film' ? read.title : read.series).slice(0, longest);
  const year = read.year === undefined ? {} : { year: read.year };
  const plain = `${title.normalize('NFC').toLowerCase()} (${read.year ?? ''})`;
  if (read.kind === 'film') return { key: `film ${plain}`, film: { kind: 'film', title, ...year } };
  const { season, first: number } = read;
  if (season === undefined || number === undefined)
    return { key: `series ${plain}`, film: { kind: 'series', title, ...year } };
  return { key: `episode ${plain} ${season}.${number}`, film: { kind: 'episode', title, ...year, season, number } };
}
