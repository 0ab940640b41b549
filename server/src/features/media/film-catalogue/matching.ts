import type { FilmRequest } from './film-request.ts';

/** A film or series in search results. */
export interface Listed {
  readonly id: number;
  /** Its English and original titles. */
  readonly titles: readonly string[];
  readonly year: number | undefined;
}

/** A film's release year differs between countries, but hardly by two years. */
const mostYearsApart = 1;

/**
 * The result that matches the film: the same title and year, or else the same title and an adjacent year. Searches also
 * find films by their translated titles, so the first result of the exact year is accepted too. Pure. [FCA2]
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

/** Letters and digits only, without accents: file names lack other characters. */
function plain(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
