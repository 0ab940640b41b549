import type { PlaybackState } from '@matinee/contract/gen/api.ts';

/**
 * The time until the end of the current film, in milliseconds of real time. Undefined: the film stands still, or its
 * length is unknown. Pure. [WL14]
 */
export function leftMsOf(state: PlaybackState, nowMs: number): number | undefined {
  const { is_playing, waiting, duration_seconds, position_seconds, speed, start_at_ms } = state;
  if (!is_playing || waiting !== undefined || duration_seconds === undefined || speed <= 0) return undefined;
  return ((duration_seconds - position_seconds) / speed) * 1000 - Math.max(0, nowMs - start_at_ms);
}
