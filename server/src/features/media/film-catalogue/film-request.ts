import { readFileName } from '@matinee/contract/titles/file-name.ts';

/** A film or an episode, as the name of an item tells it. */
export type FilmRequest = { readonly title: string; readonly year?: number } & (
  | { readonly kind: 'film' }
  | { readonly kind: 'series' }
  | { readonly kind: 'episode'; readonly season: number; readonly number: number }
);

/** Longer titles are none of films. */
const longest = 200;

/**
 * What the name of an item asks a catalogue for; undefined: it tells no film for certain. An episode without its season
 * asks for its series. Pure. [FCA1]
 * @returns beside it the key by which two names of one film are the same
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
