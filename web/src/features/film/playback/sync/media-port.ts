/** The part of `HTMLMediaElement` that the sync engine uses; tests simulate it. */
export interface MediaPort {
  currentTime: number;
  playbackRate: number;
  muted: boolean;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  readonly buffered: Pick<TimeRanges, 'length' | 'start' | 'end'>;
  /** Where the player can seek. Absent: anywhere. */
  readonly seekable?: Pick<TimeRanges, 'length' | 'start' | 'end'>;
  /** True for another site's player: its position is known to half a second, and its speed changes in steps. */
  readonly isCoarse?: boolean;
  play(): Promise<void>;
  pause(): void;
}

/** A player that the page drives: a media element, or another site's player. */
export type FilmPort = MediaPort & { volume: number } & Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** The player as it is at one moment. */
export type PlayerView = Readonly<Omit<MediaPort, 'play' | 'pause'>>;

/**
 * Reads `media` once, so that the pure step decides from one consistent view. A live stream always has an infinite
 * duration, even if only a rest of it is left. A film whose length the browser does not know has NaN. `isLive`
 * undefined: the player's duration decides.
 */
export function viewOf(media: MediaPort, isLive?: boolean): PlayerView {
  const { currentTime, playbackRate, muted, paused, ended, seeking, readyState, buffered } = media;
  const isEndless = isLive ?? media.duration === Number.POSITIVE_INFINITY;
  const duration = isEndless ? Number.POSITIVE_INFINITY : Number.isFinite(media.duration) ? media.duration : Number.NaN;
  const seekable = media.seekable && { seekable: media.seekable };
  const view = {
    currentTime,
    playbackRate,
    muted,
    duration,
    paused,
    ended,
    seeking,
    readyState,
    buffered,
    ...seekable,
  };
  return media.isCoarse ? { ...view, isCoarse: true } : view;
}

/** Values of `HTMLMediaElement.readyState`. */
export const ready = { metadata: 1, futureData: 3, enoughData: 4 } as const;

/** Players stand a little off the position of a seek. */
const seekableSlackSeconds = 0.5;

/**
 * False when the player cannot seek to the place: a server without ranges sends a film from its start only, and a seek
 * would lead back there. Pure. [SY72]
 */
export function isSeekableAt(
  { seekable, readyState }: Pick<PlayerView, 'seekable' | 'readyState'>,
  seconds: number,
): boolean {
  if (seekable === undefined || readyState < ready.metadata) return true;
  for (let index = 0; index < seekable.length; index += 1) {
    const isBehindStart = seconds >= seekable.start(index) - seekableSlackSeconds;
    if (isBehindStart && seconds <= seekable.end(index) + seekableSlackSeconds) return true;
  }
  return false;
}

/** How many seconds from `position` on are loaded without a gap; 0: none. */
export function bufferedAhead(media: Pick<PlayerView, 'buffered'>, position: number): number {
  const { buffered } = media;
  for (let index = 0; index < buffered.length; index += 1) {
    // A player jumps over a gap of a tenth of a second.
    if (position >= buffered.start(index) - 0.1 && position < buffered.end(index))
      return buffered.end(index) - position;
  }
  return 0;
}

/** True when `leastSeconds` from `position` on are loaded, or everything to the end. */
export function isLoadedAt(media: PlayerView, position: number, leastSeconds: number): boolean {
  const left = Number.isFinite(media.duration) ? media.duration - position : Number.POSITIVE_INFINITY;
  return bufferedAhead(media, position) >= Math.min(leastSeconds, Math.max(0, left - 0.1));
}

/** Time and timers. Tests pass simulated ones. */
export interface SyncTime {
  /** Local time in milliseconds, monotonic. */
  now(): number;
  /** @returns a function that cancels the timer. */
  after(delayMs: number, work: () => void): () => void;
}

/** The time and timers of the browser. */
export const browserTime: SyncTime = {
  now: () => performance.timeOrigin + performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};
