import type { FilmRequest } from './film-request.ts';

/** A film or series among the results of a search. */
export interface Listed {
  readonly id: number;
  /** Its title in English, and in its own language. */
  readonly titles: readonly string[];
  readonly year: number | undefined;
}

/** A film comes out in another year elsewhere, but hardly two years later. */
const mostYearsApart = 1;

/**
 * The result that is the film. One of its title and its year is, else one of its title in a year beside it. A search also
 * finds films by their titles in other languages, so the first of the very year is taken too. Pure. [FCA2]
 */
export function bestMatch(listed: readonly Listed[], { title, year }: Pick<FilmRequest, 'title' | 'year'>) {
  const named = (one: Listed) => one.titles.some((other) => plain(other) === plain(title));
  const apart = (one: Listed) =>
    year === undefined ? 0 : one.year === undefined ? Number.POSITIVE_INFINITY : Math.abs(one.year - year);
  const sameYear = listed.filter((one) => apart(one) === 0);
  return (
    sameYear.find(named) ??
    listed.filter(named).find((one) => apart(one) <= mostYearsApart) ??
    (year === undefined ? undefined : sameYear[0])
  );
}

/** Letters and digits alone, without accents: file names lack other signs. */
function plain(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
