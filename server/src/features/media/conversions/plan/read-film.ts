import { LRUCache } from 'lru-cache';
import type { Ffmpeg } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { type Clock, endingBy } from '../../../../kernel/clock.ts';
import type { LocalFilm } from '../../proxy/proxy.port.ts';
import { type FilmStreams, readStreams } from './film-streams.ts';

/** How many films are remembered, and for how long, in milliseconds. */
const maxFilms = 200;
const keptMs = 10 * 60_000;

/** A film without an identity is read each time. */
type ReadableFilm = Pick<LocalFilm, 'url'> & Partial<Pick<LocalFilm, 'identity'>>;

/**
 * What ffprobe says about a film; undefined: it is none with a length. `isPatient`: everything else comes first.
 * @throws Error when it cannot be read, or `signal` aborts.
 */
export type ReadFilm = (
  ffmpeg: Pick<Ffmpeg, 'probe'>,
  film: ReadableFilm,
  signal: AbortSignal,
  isPatient?: boolean,
) => Promise<FilmStreams | undefined>;

/** Reads a film once for its picture and for its conversion. [CV17] */
export function makeFilmReader(clock: Clock): ReadFilm {
  const read = new LRUCache<string, FilmStreams>({ max: maxFilms, ttl: keptMs, ...endingBy(clock) });
  return async (ffmpeg, { url, identity = '' }, signal, isPatient) => {
    const known = read.get(identity);
    if (known) return known;
    const streams = readStreams(await ffmpeg.probe(url, signal, isPatient));
    if (streams && identity !== '') read.set(identity, streams);
    return streams;
  };
}
