/** Subtitles inside of films, read a part at a time, once for all viewers. [FS1] */
import type { FilmSubtitlesDocument } from '@matinee/contract/gen/api.ts';
import { readSubtitlesApart } from '../../../../drivers/demuxing/demuxing.ts';
import type { SubtitlePart } from '../../../../drivers/demuxing/subtitles/subtitle-part.ts';
import { UpstreamFailed } from '../../../../drivers/upstream/upstream-failed.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { makeFairSlots } from '../../../../kernel/queues/fair-slots.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { filmSubtitlesPartSeconds, type UpstreamResource } from '../proxy.port.ts';
import { openRangeReader, type RangeParts } from '../serving/read-range.ts';
import { makeAnswerCache } from '../small/answer-cache.ts';
import type { MemoryBudget } from '../small/memory-budget.ts';

/** Most bytes of all kept documents. */
const maxKeptBytes = 64 * 1_048_576;
/** How long a document is reused, in milliseconds. */
const servesMs = 10 * 60_000;
/** Most films that are read at a time, and most parts that wait. */
const atOnce = 2;
const maxWaiting = 100;

interface Parts extends RangeParts {
  readonly clock: Clock;
  readonly budget: MemoryBudget;
}

export interface FilmSubtitlesRequest {
  readonly resource: UpstreamResource;
  /** The user who asks. */
  readonly owner: string;
  /** The track: its place among the subtitles of the film. */
  readonly order: number;
}

export type FilmSubtitles = ReturnType<typeof makeFilmSubtitles>;

export function makeFilmSubtitles({ clock, budget, ...parts }: Parts) {
  const kept = makeAnswerCache<Buffer>(clock, budget, maxKeptBytes);
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: proxyErrors.upstream_failed });
  return {
    /** The document of a part, as JSON. @throws UpstreamFailed, AppError `proxy.bad_answer`, `proxy.upstream_failed` */
    get: ({ resource, owner, order }: FilmSubtitlesRequest, part: number): Promise<Buffer> =>
      kept.get(`${resource.identity} ${order} ${part}`, owner, async (signal, grow) => {
        const found = await inSlot(owner, async () => {
          try {
            const { read, size } = await openRangeReader(parts, resource, owner, signal);
            const from = part * filmSubtitlesPartSeconds;
            return await readSubtitlesApart(read, size, { order, from, to: from + filmSubtitlesPartSeconds }, signal);
          } catch (cause) {
            throw cause instanceof AppError || cause instanceof UpstreamFailed ? cause : proxyErrors.bad_answer();
          }
        });
        const value = Buffer.from(JSON.stringify(documentOf(found)));
        grow(value.length);
        return { value, bytes: value.length, servesMs };
      }),
    clear: kept.clear,
  };
}

function documentOf({ cues, pictures }: SubtitlePart): FilmSubtitlesDocument {
  return {
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
