import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { type LiveNeed, lookAtNeed, mostNeedMs } from './live-need.ts';
import type { RoomMotion } from './room-motion.ts';

/** The facts about the playlist of a live stream. */
export interface LiveFacts {
  /** Length of a segment, in seconds. */
  readonly segmentSeconds: number;
  /** Where the playlist begins and ends on the player's own timeline, in seconds. */
  readonly startSeconds: number;
  readonly edgeSeconds: number;
  /**
   * The stream's date for second 0 of that timeline, in milliseconds since 1970. Undefined: the stream has no dates.
   */
  readonly zeroMs: number | undefined;
  /**
   * How far behind its dates the stream can be shown by this player on a good line, in milliseconds. Undefined: a number
   * of segments.
   */
  readonly leastDelayMs?: number | undefined;
  /** True: at the beginning, the server sends the last seconds of the stream at once. */
  readonly isBurst?: boolean;
  /** The end of the loaded part on that timeline, in seconds, if it is before the end of the playlist. */
  readonly loadedSeconds?: number | undefined;
}

/**
 * How long after its own date an end of the playlist was first seen, in milliseconds; without dates, counted from 1970.
 */
interface Lag {
  readonly atMs: number;
  readonly edgeSeconds: number;
  readonly ms: number;
}

/** The state of a live stream from one look to the next. */
export interface LivePlace {
  /** The lags of the last ends of the playlist. */
  readonly lags: readonly Lag[];
  /** Undefined: the place is a number of segments behind the dates. */
  readonly need: LiveNeed | undefined;
  /**
   * The common place in the stream, as the motion of a film; undefined: unknown, or that place cannot be played now.
   */
  readonly motion: RoomMotion | undefined;
  /** The server time of second 0 at the common place, also while that cannot be played; undefined: not known yet. */
  readonly startMs: number | undefined;
  readonly lookedMs: number;
  readonly playerSeconds: number;
  /** True while the person has chosen to watch an earlier part. */
  readonly isOwnPlace: boolean;
  /** How long after its own time the picture is shown, in whole seconds; undefined: unknown. */
  readonly delaySeconds: number | undefined;
}

export const noLivePlace: LivePlace = {
  lags: [],
  need: undefined,
  motion: undefined,
  startMs: undefined,
  lookedMs: 0,
  playerSeconds: 0,
  isOwnPlace: false,
  delaySeconds: undefined,
};

/**
 * Segments between the newest picture and the shown one. Players keep three loaded (RFC 8216, section 6.3.3); one is on
 * its way. Long segments are far enough with three.
 */
const segmentsBehind = { dated: 4, long: 3, undated: 3 } as const;
const longSeconds = 6;
/** A stream is published at most this many segments after its dates. A later stream has a wrong clock or a long way. */
const usualLag = 1.5;
/**
 * The place of such a stream moves in steps of this many segments. Each viewer measures a slightly different lag, and
 * all must arrive at one place.
 */
const lagStep = 8;
const mostLags = 12;
/** The place shifts by at most this share of the elapsed time, so that the corrector can follow by speed alone. */
const slew = 0.03;
/** Above this difference, the stream itself has jumped. */
const jumpedMs = 3_000;
/** A person made a jump back that is longer than this, in seconds. */
const leastJumpSeconds = 1;
/** A stream is published at most this long before its dates, in milliseconds, unless its clock is wrong. */
const usualLeadMs = 1_000;
/** A page that looks less often than this, in milliseconds, has slept, and with it its player. */
const sleptMs = 500;
/** The shown delay stays until it is this far off, in seconds, so that it does not go back and forth. */
const shownOffSeconds = 0.75;

/** The view of a live stream at one moment. */
export interface LiveLook {
  readonly facts: LiveFacts | undefined;
  /** The largest need among the players of the room, in milliseconds; undefined: none is told. */
  readonly roomNeedMs?: number | undefined;
  readonly room: PlaybackState;
  readonly nowMs: number;
  readonly serverNowMs: number;
  readonly playerSeconds: number;
  /** True while our own seek is under way. */
  readonly isOwnSeek: boolean;
}

/** Computes the common place in a live stream. Pure. [SY66] [SY67] [SY88] */
export function lookAtPlace(before: LivePlace, look: LiveLook): LivePlace {
  const { facts, nowMs, serverNowMs, playerSeconds } = look;
  const seen = { ...before, lookedMs: nowMs, playerSeconds };
  if (facts === undefined) return { ...seen, motion: undefined, delaySeconds: undefined };
  const lags = withLag(before.lags, facts, serverNowMs);
  const leastLagMs = Math.min(...lags.map(({ ms }) => ms));
  const need = needOf(before, look, facts, leastLagMs);
  const agreedMs = need && Math.max(need.ms, Math.min(look.roomNeedMs ?? 0, mostNeedMs));
  const wantedMs = (facts.zeroMs ?? 0) + (agreedMs ?? latencyMs(facts, leastLagMs));
  const startMs = slewed(before.startMs, wantedMs, nowMs - before.lookedMs);
  const place = (serverNowMs - startMs) / 1000;
  const canPlay = place > facts.startSeconds && place < facts.edgeSeconds - facts.segmentSeconds / 2;
  const motion = canPlay ? motionFrom(before.motion, look.room, startMs) : undefined;
  const delaySeconds = steadyDelay(before, (serverNowMs - zeroOf(facts, leastLagMs)) / 1000 - playerSeconds);
  return { ...seen, lags, need, motion, startMs, isOwnPlace: isOwnPlace(before, look, facts, place), delaySeconds };
}

/** Undefined: the stream has no dates, or its dates are those of another clock. */
function needOf(before: LivePlace, look: LiveLook, facts: LiveFacts, leastLagMs: number): LiveNeed | undefined {
  const { leastDelayMs: leastMs, zeroMs, edgeSeconds } = facts;
  if (leastMs === undefined || zeroMs === undefined) return undefined;
  if (leastLagMs <= -usualLeadMs || leastLagMs >= mostNeedMs) return undefined;
  const { nowMs, room } = look;
  const loadedSeconds = Math.min(edgeSeconds, facts.loadedSeconds ?? edgeSeconds);
  const lagMs = look.serverNowMs - zeroMs - loadedSeconds * 1_000;
  const isFollowing = room.is_playing && !before.isOwnPlace && nowMs - before.lookedMs <= sleptMs;
  const { isBurst = false } = facts;
  return lookAtNeed(before.need, { nowMs, isFollowing, isBurst, leastMs, leastLagMs, lagMs });
}

function withLag(lags: readonly Lag[], { edgeSeconds, zeroMs = 0 }: LiveFacts, serverNowMs: number): readonly Lag[] {
  if (lags.at(-1)?.edgeSeconds === edgeSeconds) return lags;
  const lag = { atMs: serverNowMs, edgeSeconds, ms: serverNowMs - zeroMs - edgeSeconds * 1000 };
  return [...lags, lag].slice(-mostLags);
}

/**
 * The server time of second 0 of the player's timeline, in milliseconds. If the stream has no dates or wrong ones, the
 * newest picture of a playlist counts as taken when the playlist was seen. The true delay is then longer. [SY63]
 */
function zeroOf({ segmentSeconds, zeroMs }: LiveFacts, leastLagMs: number): number {
  if (zeroMs === undefined) return leastLagMs;
  const isClockRight = leastLagMs > -usualLeadMs && leastLagMs <= usualLag * segmentSeconds * 1000;
  return isClockRight ? zeroMs : zeroMs + leastLagMs;
}

function steadyDelay({ delaySeconds: shown }: LivePlace, seconds: number): number {
  if (shown !== undefined && Math.abs(seconds - shown) < shownOffSeconds) return shown;
  return Math.max(0, Math.round(seconds));
}

/** How far the common place is behind the dates of the stream, in milliseconds; without dates, counted from 1970. */
function latencyMs({ segmentSeconds, zeroMs }: LiveFacts, leastLagMs: number): number {
  const segmentMs = segmentSeconds * 1000;
  if (zeroMs === undefined) return leastLagMs + segmentsBehind.undated * segmentMs;
  const steps = Math.ceil((leastLagMs / segmentMs - usualLag) / lagStep);
  const behind = segmentSeconds >= longSeconds ? segmentsBehind.long : segmentsBehind.dated;
  return (behind + steps * lagStep) * segmentMs;
}

/** `held`, nearer to `wantedMs` by what the corrector can follow within `elapsedMs`. Pure. */
export function slewed(held: number | undefined, wantedMs: number, elapsedMs: number): number {
  if (held === undefined) return wantedMs;
  const most = Math.max(0, elapsedMs) * slew;
  const off = wantedMs - held;
  return Math.abs(off) > jumpedMs ? wantedMs : held + Math.max(-most, Math.min(most, off));
}

/** The motion of a film that began at `startMs` and has no end. */
function motionFrom(before: RoomMotion | undefined, room: PlaybackState, startMs: number): RoomMotion {
  if (before?.state.start_at_ms === startMs && before.state.version === room.version) return before;
  const { duration_seconds: _, ...rest } = room;
  return { state: { ...rest, position_seconds: 0, speed: 1, start_at_ms: startMs } };
}

/** A person who jumps back has their own place until they are within a segment of the others again. [SY67] */
function isOwnPlace(before: LivePlace, look: LiveLook, { segmentSeconds }: LiveFacts, place: number): boolean {
  const { playerSeconds, isOwnSeek } = look;
  const hasJumped = !isOwnSeek && playerSeconds < before.playerSeconds - leastJumpSeconds;
  if (hasJumped) return playerSeconds < place - segmentSeconds;
  return before.isOwnPlace && playerSeconds < place - segmentSeconds;
}
