/** The part of a player that comments follow. */
export interface Film extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly currentTime: number;
  readonly playbackRate: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
}

/** A larger difference is a jump, in seconds. */
const jump = 0.4;
/** The share of a difference that one frame makes up for. Players tell their time in steps, which would be visible. */
const pull = 0.06;

/** The time of the film for a frame that follows `shown` by `elapsedSeconds`. Pure. [WDK2] */
export function nextTime(shown: number | undefined, film: Film, elapsedSeconds: number): number {
  const { currentTime } = film;
  if (shown === undefined || !isMoving(film)) return currentTime;
  const guess = shown + elapsedSeconds * film.playbackRate;
  const off = currentTime - guess;
  if (Math.abs(off) > jump) return currentTime;
  // Never backwards: that would lay out all comments again.
  return Math.max(shown, guess + off * pull);
}

export function isMoving({ paused, seeking, readyState }: Film): boolean {
  return !paused && !seeking && readyState >= hasFutureData;
}

/** `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const hasFutureData = 3;
