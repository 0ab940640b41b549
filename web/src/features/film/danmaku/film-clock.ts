/** The part of a player that comments follow. */
export interface Film extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly currentTime: number;
  readonly playbackRate: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
}

/** A difference of more than this is a jump, in seconds. */
const jump = 0.4;
/** Which share of a difference is made up for in one frame: players tell their time in steps that would be seen. */
const pull = 0.06;

/** The time of the film for a frame that follows `shown` by `elapsedSeconds`. Pure. [WDK2] */
export function nextTime(shown: number | undefined, film: Film, elapsedSeconds: number): number {
  const { currentTime } = film;
  if (shown === undefined || !isMoving(film)) return currentTime;
  const guess = shown + elapsedSeconds * film.playbackRate;
  const off = currentTime - guess;
  if (Math.abs(off) > jump) return currentTime;
  // Never back: comments would be laid out anew.
  return Math.max(shown, guess + off * pull);
}

export function isMoving({ paused, seeking, readyState }: Film): boolean {
  return !paused && !seeking && readyState >= hasFutureData;
}

/** `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const hasFutureData = 3;
