/** Subtitles inside of films, read a part at a time, once for all viewers. [FS1] */
import type { FilmSubtitlesDocument } from '@matinee/contract/gen/api.ts';
import type { AttachedFont } from '../../../../drivers/demuxing/attached-fonts.ts';
import { readSubtitlesApart } from '../../../../drivers/demuxing/demuxing.ts';
import type { SubtitlePart } from '../../../../drivers/demuxing/subtitles/subtitle-part.ts';
import { UpstreamFailed } from '../../../../drivers/upstream/upstream-failed.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { makeFairSlots } from '../../../../kernel/queues/fair-slots.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { filmSubtitlesPartSeconds } from '../proxy.port.ts';
import { openRangeReader, type RangeParts } from '../serving/read-range.ts';
import { makeAnswerCache } from '../small/answer-cache.ts';
import type { MemoryBudget } from '../small/memory-budget.ts';
import { makeFilmFonts } from './film-fonts.ts';
import type { FilmSubtitlesRequest, ReadFilm } from './read-film.ts';

/** Most bytes of all kept documents, and of all places of fonts. */
const maxKeptBytes = 64 * 1_048_576;
const maxFontBytes = 1_048_576;
/** How long a document is reused, in milliseconds. */
const servesMs = 10 * 60_000;
/** Most films that are read at a time, and most parts that wait. */
const atOnce = 2;
const maxWaiting = 100;

interface Parts extends RangeParts {
  readonly clock: Clock;
  readonly budget: MemoryBudget;
}

export type FilmSubtitles = ReturnType<typeof makeFilmSubtitles>;

export function makeFilmSubtitles({ clock, budget, ...parts }: Parts) {
  const kept = makeAnswerCache<Buffer>(clock, budget, maxKeptBytes);
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: proxyErrors.upstream_failed });
  const readFilm: ReadFilm = ({ resource, owner }, signal, use) =>
    inSlot(owner, async () => {
      try {
        const { read, size } = await openRangeReader(parts, resource, owner, signal);
        return await use(read, size);
      } catch (cause) {
        throw cause instanceof AppError || cause instanceof UpstreamFailed ? cause : proxyErrors.bad_answer();
      }
    });
  const keptFonts = makeAnswerCache<readonly AttachedFont[]>(clock, budget, maxFontBytes);
  return {
    fonts: makeFilmFonts({ ...parts, kept: keptFonts, readFilm }),
    /** The document of a part, as JSON. @throws UpstreamFailed, AppError `proxy.bad_answer`, `proxy.upstream_failed` */
    get: (request: FilmSubtitlesRequest, part: number): Promise<Buffer> =>
      kept.get(`${request.resource.identity} ${request.order} ${part}`, request.owner, async (signal, grow) => {
        const from = part * filmSubtitlesPartSeconds;
        const wanted = { order: request.order, from, to: from + filmSubtitlesPartSeconds };
        const found = await readFilm(request, signal, (read, size) => readSubtitlesApart(read, size, wanted, signal));
        const value = Buffer.from(JSON.stringify(documentOf(found)));
        grow(value.length);
        return { value, bytes: value.length, servesMs };
      }),
    clear: () => kept.clear() + keptFonts.clear(),
  };
}

function documentOf({ cues, pictures, script }: SubtitlePart): FilmSubtitlesDocument {
  return {
    ...(script ? { script: { header: script.header, events: [...script.events] } } : {}),
    texts: cues.map(({ start, end, text }) => ({ start_seconds: round(start), end_seconds: round(end), text })),
    pictures: pictures.map(({ start, end, screenWidth, screenHeight, parts }) => ({
      start_seconds: round(start),
      ...(end === undefined ? {} : { end_seconds: round(end) }),
      screen_width: screenWidth,
      screen_height: screenHeight,
      parts: parts.map(({ png, ...area }) => ({ ...area, png: Buffer.from(png).toString('base64') })),
    })),
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
