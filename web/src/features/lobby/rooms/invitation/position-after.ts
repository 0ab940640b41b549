import type { PlaybackProgress } from '@matinee/contract/gen/api.ts';

/** Where the film is `elapsedMs` after the server has said where it was, in seconds; never behind its end. Pure. [WR14] */
export function positionAfter(
  { position_seconds, speed, duration_seconds = Number.POSITIVE_INFINITY }: PlaybackProgress,
  elapsedMs: number,
): number {
  return Math.min(position_seconds + (Math.max(0, elapsedMs) / 1_000) * speed, duration_seconds);
}
