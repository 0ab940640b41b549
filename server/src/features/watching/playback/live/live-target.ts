import type { LivePast } from '../../../media/streams/streams.port.ts';
import { playbackErrors } from '../playback.errors.ts';
import { positionAt, type Timeline } from '../timeline.ts';

/** A command for a live stream. */
export interface LiveWish {
  readonly isPlaying: boolean;
  readonly positionSeconds: number | undefined;
  readonly goesLive: boolean;
}

/** The room's position after a command. */
export interface LiveTarget {
  /** Null: at the live edge, or in a film. */
  readonly liveFromMs: number | null;
  /** True: the room moves from the live edge to the past, or back. */
  readonly hasLeft: boolean;
  /** The target in seconds; undefined: the room stays `here`. */
  readonly seekTo: number | undefined;
  /** The position when the command arrives, in seconds. */
  readonly here: number;
}

/** Players show the live edge with about this delay, in seconds. */
const usualDelaySeconds = 2;
/** A seek to within this many seconds of the live edge goes to the live edge. */
const nearestSeconds = 5;
/** Playback starts this many seconds after the oldest part: older data would be deleted before players load it. */
const marginSeconds = 4;

/**
 * Computes the room's position after a command. In a live stream with a stored past, positions count from the time when
 * the stream went on the air, and a pause keeps its place. In other live streams, positions mean nothing. Pure. [PB32]
 * [PB33]
 * @throws AppError `playback.before_past`
 */
export function liveTarget(timeline: Timeline, nowMs: number, wish: LiveWish, past: LivePast | undefined): LiveTarget {
  const wasFromMs = timeline.liveFromMs ?? null;
  const asked = wish.positionSeconds;
  if (!past) return { liveFromMs: null, hasLeft: wasFromMs !== null, seekTo: asked, here: positionAt(timeline, nowMs) };
  const newest = (nowMs - past.startedAtMs) / 1_000;
  const oldest = Math.max(0, newest - past.seconds);
  if (asked !== undefined && asked < oldest) throw playbackErrors.before_past();
  const here = wasFromMs === past.startedAtMs ? positionAt(timeline, nowMs) : Math.max(0, newest - usualDelaySeconds);
  const wanted = asked ?? here;
  const isNewest = wish.goesLive || (wish.isPlaying && wanted > newest - nearestSeconds);
  const liveFromMs = isNewest ? null : past.startedAtMs;
  const earliest = wish.isPlaying ? Math.min(oldest + marginSeconds, newest) : oldest;
  const place = isNewest ? newest : Math.max(earliest, Math.min(wanted, newest));
  const hasLeft = liveFromMs !== wasFromMs;
  const isLate = liveFromMs !== null && place > here;
  return { liveFromMs, hasLeft, seekTo: asked !== undefined || hasLeft || isLate ? place : undefined, here };
}
