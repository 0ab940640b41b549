/** Fonts that films have attached for their subtitles: found once for all viewers, and read like other bytes of the film. [FS4] */
import type { AttachedFont } from '../../../../drivers/demuxing/attached-fonts.ts';
import { readFontsApart } from '../../../../drivers/demuxing/demuxing.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { serveCached } from '../serving/cached.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import { servePlain } from '../serving/plain.ts';
import type { RangeParts } from '../serving/read-range.ts';
import type { AnswerCache } from '../small/answer-cache.ts';
import type { FilmSubtitlesRequest, ReadFilm } from './read-film.ts';

/** How long the places of fonts are reused, in milliseconds, and about how many bytes one takes. */
const servesMs = 10 * 60_000;
const placeBytes = 200;

export interface FilmFontsParts extends RangeParts {
  readonly kept: AnswerCache<readonly AttachedFont[]>;
  readonly readFilm: ReadFilm;
}

export function makeFilmFonts({ kept, readFilm, upstream, slices }: FilmFontsParts) {
  const list = (request: FilmSubtitlesRequest): Promise<readonly AttachedFont[]> =>
    kept.get(request.resource.identity, request.owner, async (signal, grow) => {
      const value = await readFilm(request, signal, (read, size) => readFontsApart(read, size, signal));
      const bytes = placeBytes * (1 + value.length);
      grow(bytes);
      return { value, bytes, servesMs };
    });
  return {
    /** @throws UpstreamFailed, AppError `proxy.bad_answer`, `proxy.upstream_failed` */
    list,
    /** The bytes of one font. @throws as `list` does, and AppError `proxy.unknown_resource` */
    async open(request: FilmSubtitlesRequest, number: number, signal: AbortSignal): Promise<ByteAnswer> {
      const { resource, owner } = request;
      const font = (await list(request))[number];
      if (!font) throw proxyErrors.unknown_resource();
      const { url, headers = {}, identity, cacheable } = resource;
      const given = { range: `bytes=${font.start}-${font.start + font.length - 1}` };
      const asked = { url, headers, format: 'file', method: 'GET', given, signal, owner } as const;
      const cached = slices && cacheable ? await serveCached(slices, identity, asked) : undefined;
      const answer = cached ?? (await servePlain(upstream, asked));
      if (answer.status !== 206 || answer.headers['content-length'] !== String(font.length)) {
        answer.close?.();
        throw proxyErrors.bad_answer();
      }
      const shown = { ...guardingHeaders('application/octet-stream'), 'content-length': String(font.length) };
      return { ...answer, status: 200, headers: shown };
    },
  };
}
