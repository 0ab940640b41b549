import type { FilmSubtitlesPicture } from '@matinee/contract/gen/api.ts';

/**
 * What is shown at `position`, in seconds: the last picture that has begun, unless it has ended. `pictures` are in the
 * order in which they begin. Pure. [SY85]
 */
export function pictureAt(
  pictures: readonly FilmSubtitlesPicture[],
  position: number,
): FilmSubtitlesPicture | undefined {
  const last = pictures.findLast(({ start_seconds }) => start_seconds <= position);
  return last && position < (last.end_seconds ?? Number.POSITIVE_INFINITY) ? last : undefined;
}
