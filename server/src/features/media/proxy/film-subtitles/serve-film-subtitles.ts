import type { FilmFontsDocument } from '@matinee/contract/gen/api.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import type { FilmSubtitles } from './film-subtitles.ts';
import type { FilmSubtitlesRequest } from './read-film.ts';

/**
 * Answers with the `FilmSubtitlesDocument` of a part, the `FilmFontsDocument` of the film, or the bytes of one of its
 * fonts. @throws UpstreamFailed, AppError
 */
export async function serveFilmSubtitles(
  filmSubtitles: FilmSubtitles,
  request: FilmSubtitlesRequest,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<ByteAnswer> {
  if (query.has('fonts')) return answerOf(await fontsOf(filmSubtitles, request));
  const font = query.get('font');
  if (font !== null) return filmSubtitles.fonts.open(request, numberOf(font), signal);
  return answerOf(await filmSubtitles.get(request, numberOf(query.get('part'))));
}

async function fontsOf({ fonts }: FilmSubtitles, request: FilmSubtitlesRequest): Promise<Buffer> {
  const document: FilmFontsDocument = {
    fonts: (await fonts.list(request)).map(({ name, length }) => ({ name, size_bytes: length })),
  };
  return Buffer.from(JSON.stringify(document));
}

/** @throws AppError `proxy.unknown_resource` */
function numberOf(given: string | null): number {
  if (given === null || !/^\d{1,5}$/.test(given)) throw proxyErrors.unknown_resource();
  return Number(given);
}

function answerOf(json: Buffer): ByteAnswer {
  return {
    status: 200,
    headers: { ...guardingHeaders('application/json'), 'content-length': String(json.length) },
    write: async (out) => void out.write(json),
  };
}
