import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import type { FilmSubtitles, FilmSubtitlesRequest } from './film-subtitles.ts';

/** Answers with the `FilmSubtitlesDocument` of a part. @throws UpstreamFailed, AppError */
export async function serveFilmSubtitles(
  filmSubtitles: FilmSubtitles,
  request: FilmSubtitlesRequest,
  part: string | null,
): Promise<ByteAnswer> {
  if (part === null || !/^\d{1,5}$/.test(part)) throw proxyErrors.unknown_resource();
  const bytes = await filmSubtitles.get(request, Number(part));
  return {
    status: 200,
    headers: { ...guardingHeaders('application/json'), 'content-length': String(bytes.length) },
    write: async (out) => void out.write(bytes),
  };
}
