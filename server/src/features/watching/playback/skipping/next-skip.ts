import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { FilmPart } from '../../skipped-parts/film-parts.ts';
import type { PartsStanding } from '../../skipped-parts/parts-reader.ts';
import type { Timeline } from '../timeline.ts';

/** A film that waited for a viewer within this many seconds of its start has not left the beginning yet. */
const beginningSeconds = 3;
/** A part with less than this left is not skipped, in seconds. */
const leastSeconds = 2;

/**
 * The next part that a running film reaches and the room has not passed, and when, in server milliseconds. Pure. [SKP4]
 * [SKP5]
 */
export function nextSkip(
  { positionSeconds, speed, startAtMs }: Timeline,
  { parts, plan }: Pick<PartsStanding, 'parts' | 'plan'>,
): { readonly part: FilmPart; readonly reachedAtMs: number } | undefined {
  const part = parts.find(
    ({ startSeconds, endSeconds }) =>
      startSeconds + beginningSeconds >= positionSeconds &&
      endSeconds - Math.max(positionSeconds, startSeconds) >= leastSeconds &&
      !plan.passed.includes(startSeconds),
  );
  if (!part) return undefined;
  const ahead = Math.max(0, part.startSeconds - positionSeconds);
  return { part, reachedAtMs: startAtMs + (ahead / speed) * 1000 };
}

/** The part into which a user has just sought: they want to see it. Pure. [SKP5] */
export function soughtInto(
  { action, positionSeconds }: Timeline,
  { parts }: Pick<PartsStanding, 'parts'>,
): FilmPart | undefined {
  if (action !== PlaybackAction.SEEK) return undefined;
  return parts.find(({ startSeconds, endSeconds }) => startSeconds <= positionSeconds && positionSeconds < endSeconds);
}
