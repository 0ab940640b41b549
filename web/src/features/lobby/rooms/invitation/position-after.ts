import type { PlaybackProgress } from '@matinee/contract/gen/api.ts';

/** Position of the film in seconds, `elapsedMs` after the server's answer; never behind its end. Pure. [WR14] */
export function positionAfter(
  { position_seconds, speed, duration_seconds = Number.POSITIVE_INFINITY }: PlaybackProgress,
  elapsedMs: number,
): number {
  return Math.min(position_seconds + (Math.max(0, elapsedMs) / 1_000) * speed, duration_seconds);
}
