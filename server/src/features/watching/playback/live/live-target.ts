import type { LivePast } from '../../../media/streams/streams.port.ts';
import { playbackErrors } from '../playback.errors.ts';
import { positionAt, type Timeline } from '../timeline.ts';

/** What a command asks of a live stream. */
export interface LiveWish {
  readonly isPlaying: boolean;
  readonly positionSeconds: number | undefined;
  readonly goesLive: boolean;
}

/** Where the room is after a command. */
export interface LiveTarget {
  /** Null: at the newest of a live stream, or in a film. */
  readonly liveFromMs: number | null;
  /** True: it goes from the newest to the past, or back. */
  readonly hasLeft: boolean;
  /** Where it goes, in seconds; undefined: it stays `here`. */
  readonly seekTo: number | undefined;
  /** Where it is when the command comes, in seconds. */
  readonly here: number;
}

/** Players show the newest about this long after it was sent, in seconds. */
const usualDelaySeconds = 2;
/** Whoever plays from a place that is nearer to the newest than this, in seconds, is shown the newest. */
const nearestSeconds = 5;
/** What is about to leave the disk is not loaded in time: playing begins this far after the oldest, in seconds. */
const marginSeconds = 4;

/**
 * Where the room is in what plays. In a live stream that it can go back in, the position counts from when the stream
 * came on the air, and a pause keeps its place. Positions of other live streams mean nothing. Pure. [PB32] [PB33]
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
