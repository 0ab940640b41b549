/**
 * A fake of The Movie Database on loopback, by the documentation of version 3 of its API
 * (developer.themoviedb.org/reference: search, details, errors) and of its pictures.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A key, and a read access token. A longer text that begins with the token is refused. */
export const goodKey = '0123456789abcdef0123456789abcdef';
export const goodToken = 'eyJhbGciOiJIUzI1NiJ9.of-the-tests';

export interface TmdbServer {
  /** For `startTestServer`. */
  readonly sites: Readonly<Record<string, string>>;
  /** Requests received. */
  readonly asked: readonly { readonly url: string; readonly authorization: string | undefined }[];
  /** Number of searches for this title. */
  searches(title: string): number;
  /** The poster of all films. */
  poster: Buffer;
  /** Handles requests instead. */
  instead: ((response: ServerResponse) => void) | undefined;
  stop(): void;
}

const metropolis = {
  id: 19,
  title: 'Metropolis',
  original_title: 'Metropolis',
  release_date: '1927-02-06',
  poster_path: '/metropolis.jpg',
};
const german = { iso_639_1: 'de', iso_3166_1: 'DE', data: { overview: 'Eine Stadt in zwei Hälften.' } };
const austrian = { iso_639_1: 'de', iso_3166_1: 'AT', data: { overview: 'Die Stadt, auf Wienerisch.' } };

const answers: Readonly<Record<string, object>> = {
  '/3/search/movie?Metropolis': {
    results: [{ ...metropolis, id: 3, title: 'Metropolis', release_date: '2001-05-26' }, metropolis],
  },
  '/3/movie/19': {
    ...metropolis,
    runtime: 153,
    overview: 'A city of two halves.',
    translations: { translations: [austrian, german, { iso_639_1: 'xx', data: { overview: 'Other' } }] },
  },
  '/3/search/tv?A Long Show': {
    results: [{ id: 7, name: 'A Long Show', original_name: 'Eine lange Serie', first_air_date: '2011-04-17' }],
  },
  '/3/tv/7': { name: 'A Long Show', first_air_date: '2011-04-17', overview: 'It goes on.', poster_path: '/show.jpg' },
  '/3/tv/7/season/1/episode/2': {
    name: 'The Second One',
    air_date: '2011-04-24',
    runtime: 56,
    overview: 'It went on.',
    still_path: '/still.jpg',
  },
};

export async function startTmdbServer(): Promise<TmdbServer> {
  const asked: { url: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url!, authorization: request.headers.authorization });
    const { pathname, searchParams: query } = new URL(request.url!, 'http://tmdb');
    if (fake.instead) return fake.instead(response);
    if (pathname.startsWith('/t/p/')) return void response.setHeader('content-type', 'image/jpeg').end(fake.poster);
    const isIn = request.headers.authorization?.startsWith(`Bearer ${goodToken}`) || query.get('api_key') === goodKey;
    if (!isIn) return json(response, { status_code: 7, status_message: 'Invalid API key' }, 401);
    if (pathname.startsWith('/3/search/'))
      return json(response, answers[`${pathname}?${query.get('query')}`] ?? { page: 1, results: [] });
    const answer = answers[pathname];
    json(response, answer ?? { status_code: 34, status_message: 'not found' }, answer ? 200 : 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: TmdbServer = {
    sites: { 'https://api.themoviedb.org': address, 'https://image.tmdb.org': address },
    asked,
    searches: (title) =>
      asked.filter(({ url }) => new URL(url, 'http://tmdb').searchParams.get('query') === title).length,
    poster: Buffer.alloc(0),
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}

export function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
