/**
 * Requests to The Movie Database, by the documentation of version 3 of its API (developer.themoviedb.org/reference).
 * Picture addresses follow its page on images (developer.themoviedb.org/docs/image-basics).
 */
import {
  type Answered,
  needed,
  numberOf,
  objectOf,
  objectsOf,
  readJson,
  textOf,
} from '../../../providers/json-answer.ts';
import type { ProviderTools } from '../../../providers/provider.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import type { CataloguedFilm } from './catalogued-film.ts';
import type { FilmRequest } from './film-request.ts';
import { bestMatch, type Listed } from './matching.ts';

const origin = 'https://api.themoviedb.org/3';
const pages = 'https://www.themoviedb.org';
/** Posters of 500 by 750 pixels: enough for lists and players. */
const pictures = 'https://image.tmdb.org/t/p/w500';
const posterPath = /^\/[\w-]{1,100}\.(?:jpg|jpeg|png|webp)$/;
/** Keys are 32 hexadecimal digits and are sent in the address; read access tokens are sent in a header. */
const keyForm = /^[\da-f]{32}$/i;

/** Longest stored texts, in characters. */
const longestTitle = 300;
const longestOverview = 2_000;

/** The web app's languages except English, each with the country of its variant. */
const countries: Readonly<Record<string, string>> = {
  ar: 'SA',
  de: 'DE',
  es: 'ES',
  fr: 'FR',
  ja: 'JP',
  pt: 'BR',
  zh: 'CN',
};

type Ask = (path: string, query: Readonly<Record<string, string | number | undefined>>) => Promise<Answered>;

export interface TmdbParts {
  readonly ask: ProviderTools['ask'];
  readonly key: string;
}

/** The catalogue's facts about a film; undefined: no match. @throws ProviderError [FCA2] */
export async function findFilm(parts: TmdbParts, film: FilmRequest): Promise<CataloguedFilm | undefined> {
  const ask = askingBy(parts);
  const [noun, years] = film.kind === 'film' ? (['movie', 'year'] as const) : (['tv', 'first_air_date_year'] as const);
  const { results } = await ask(`/search/${noun}`, { query: film.title, [years]: film.year });
  const listed = bestMatch(listedOf(results), film);
  if (!listed) return undefined;
  const whole = await ask(`/${noun}/${listed.id}`, { append_to_response: 'translations' });
  if (film.kind !== 'episode') return toFilm(whole, `${pages}/${noun}/${listed.id}`);
  const path = `/tv/${listed.id}/season/${film.season}/episode/${film.number}`;
  const episode = await ask(path, { append_to_response: 'translations' }).catch(noEpisode);
  const series = toFilm(whole, `${pages}/tv/${listed.id}`);
  if (!episode) return series;
  const { posterUrl: _, ...rest } = toFilm(episode, pages + path);
  const poster = series.posterUrl === undefined ? {} : { posterUrl: series.posterUrl };
  return { ...rest, seriesTitle: series.title, ...poster };
}

/** The bytes of a poster. @throws ProviderError */
export async function fetchPoster(ask: ProviderTools['ask'], url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await ask(url)).arrayBuffer());
}

function askingBy({ ask, key }: TmdbParts): Ask {
  const inAddress = keyForm.test(key);
  const headers = inAddress ? {} : { authorization: `Bearer ${key}` };
  return async (path, query) => {
    const url = new URL(origin + path);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, `${value}`);
    if (inAddress) url.searchParams.set('api_key', key);
    return readJson(await ask(url.href, { headers }));
  };
}

/** If the catalogue has the series but not the episode, the series' facts are used. */
function noEpisode(cause: unknown): undefined {
  if (!(cause instanceof ProviderError) || cause.failure !== 'missing') throw cause;
}

function listedOf(results: unknown): Listed[] {
  return objectsOf(results).flatMap((one) => {
    const id = numberOf(one['id']);
    if (id === undefined || !Number.isSafeInteger(id)) return [];
    const titles = [one['title'], one['name'], one['original_title'], one['original_name']];
    const year = yearOf(one['release_date'] ?? one['first_air_date']);
    return [{ id, titles: titles.flatMap((title) => textOf(title) ?? []), year }];
  });
}

function toFilm(answer: Answered, pageUrl: string): CataloguedFilm {
  const title = needed(textOf(answer['title']) ?? textOf(answer['name'])).slice(0, longestTitle);
  const year = yearOf(answer['release_date'] ?? answer['first_air_date'] ?? answer['air_date']);
  const minutes = numberOf(answer['runtime']);
  const poster = textOf(answer['poster_path']);
  return {
    title,
    ...(year === undefined ? {} : { year }),
    ...(minutes !== undefined && minutes >= 1 && minutes < 10_000 ? { runtimeMinutes: Math.round(minutes) } : {}),
    overviews: overviewsOf(answer),
    pageUrl,
    ...(poster !== undefined && posterPath.test(poster) ? { posterUrl: pictures + poster } : {}),
  };
}

function overviewsOf(answer: Answered): Record<string, string> {
  const overviews: Record<string, string> = {};
  const put = (language: string, overview: unknown) => {
    const text = textOf(overview);
    if (text !== undefined) overviews[language] = text.slice(0, longestOverview);
  };
  put('en', answer['overview']);
  for (const one of objectsOf(objectOf(answer['translations'])?.['translations'])) {
    const language = textOf(one['iso_639_1']);
    if (language === undefined || !Object.hasOwn(countries, language)) continue;
    if (language in overviews && one['iso_3166_1'] !== countries[language]) continue;
    put(language, objectOf(one['data'])?.['overview']);
  }
  return overviews;
}

/** The year of a date such as `1927-01-10`. */
function yearOf(day: unknown): number | undefined {
  const year = Number(/^(\d{4})-/.exec(textOf(day) ?? '')?.[1] ?? 'none');
  return Number.isNaN(year) ? undefined : year;
}
