import { readKeyFramesApart } from '../../../../drivers/demuxing/demuxing.ts';
import type { Ffmpeg } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { LocalFilm } from '../../proxy/proxy.port.ts';
import { conversionErrors } from '../conversions.errors.ts';
import { isCopyable, type Plan, planFilm } from './plan.ts';
import type { ReadFilm } from './read-film.ts';

/** Longest time to find out how to convert a film, in milliseconds. */
const longestPlanMs = 20_000;

interface PlanParts {
  readonly readFilm: ReadFilm;
  readonly log: Log;
}

/** Reads a film as far as a plan needs it. @throws AppError `conversions.unreadable` */
export async function makePlan(
  { readFilm, log }: PlanParts,
  ffmpeg: Ffmpeg,
  local: Pick<LocalFilm, 'url' | 'identity'>,
): Promise<Plan> {
  const signal = AbortSignal.timeout(longestPlanMs);
  const film = await readFilm(ffmpeg, local, signal).catch((cause: unknown) => {
    log.debug({ err: cause }, 'ffprobe could not read a film');
  });
  if (!film) throw conversionErrors.unreadable();
  return planFilm(film, film.video && isCopyable(film.video) ? await keyFramesOf(local.url, signal) : []);
}

/** Empty where the film has no index. */
async function keyFramesOf(url: string, signal: AbortSignal): Promise<readonly number[]> {
  const head = await fetch(url, { method: 'HEAD', signal }).catch(() => undefined);
  const size = Number(head?.headers.get('content-length') ?? 0);
  if (!(size > 0)) return [];
  const read = async (start: number, end: number) => {
    const answer = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` }, signal });
    return new Uint8Array(await answer.arrayBuffer());
  };
  return readKeyFramesApart(read, size, signal).catch(() => []);
}
