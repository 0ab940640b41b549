import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import type { RoomMotion } from './room-motion.ts';

/** What the engine of a live stream knows of its list. */
export interface LiveFacts {
  /** Length of a segment, in seconds. */
  readonly segmentSeconds: number;
  /** Where the list begins and ends, on the player's own line, in seconds. */
  readonly startSeconds: number;
  readonly edgeSeconds: number;
  /** The date that the stream gives to second 0 of that line, in milliseconds since 1970. Undefined: it gives no dates. */
  readonly zeroMs: number | undefined;
}

/** How long after its own date an end of the list was first seen, in milliseconds; without dates, counted from 1970. */
interface Lag {
  readonly atMs: number;
  readonly edgeSeconds: number;
  readonly ms: number;
}

/** What is remembered of a live stream from one look to the next. */
export interface LivePlace {
  /** Of the last ends of the list. */
  readonly lags: readonly Lag[];
  /** Where the stream is for everybody, as a film that moves; undefined: nobody knows, or that place cannot be played now. */
  readonly motion: RoomMotion | undefined;
  readonly lookedMs: number;
  readonly playerSeconds: number;
  /** True while the person watches an earlier part, which they have chosen. */
  readonly isOwnPlace: boolean;
  /** How long after its time the picture is shown, in whole seconds; undefined: nobody knows. */
  readonly delaySeconds: number | undefined;
}

export const noLivePlace: LivePlace = {
  lags: [],
  motion: undefined,
  lookedMs: 0,
  playerSeconds: 0,
  isOwnPlace: false,
  delaySeconds: undefined,
};

/** Segments between the newest picture and the one that is shown. Players keep three loaded (RFC 8216, section 6.3.3); one is on its way. */
const segmentsBehind = { dated: 4, undated: 3 } as const;
/** A stream is published this many segments after its dates, at most. One that is later has a wrong clock or a long way. */
const usualLag = 1.5;
/** The place of such a stream is moved by whole steps of so many segments: each viewer measures a little else, and all must come to one place. */
const lagStep = 8;
const mostLags = 12;
/** The place moves by this much of the time that passes, so that the corrector follows it by speed alone. */
const slew = 0.03;
/** From here on the stream itself has jumped. */
const jumpedMs = 3_000;
/** A jump back by more than this, in seconds, was a person's. */
const leastJumpSeconds = 1;
/** A stream is published before its dates by no more than this, in milliseconds, unless its clock is wrong. */
const usualLeadMs = 1_000;
/** A delay is shown until it is this far off, in seconds, so that it does not go back and forth. */
const shownOffSeconds = 0.75;

/** What is seen of a live stream at one moment. */
export interface LiveLook {
  readonly facts: LiveFacts | undefined;
  readonly room: PlaybackState;
  readonly nowMs: number;
  readonly serverNowMs: number;
  readonly playerSeconds: number;
  /** True while our own seek is under way. */
  readonly isOwnSeek: boolean;
}

/** Where everybody is in a live stream. Pure. [SY66] [SY67] */
export function lookAtPlace(before: LivePlace, look: LiveLook): LivePlace {
  const { facts, nowMs, serverNowMs, playerSeconds } = look;
  const seen = { ...before, lookedMs: nowMs, playerSeconds };
  if (facts === undefined) return { ...seen, motion: undefined, delaySeconds: undefined };
  const lags = withLag(before.lags, facts, serverNowMs);
  const leastLagMs = Math.min(...lags.map(({ ms }) => ms));
  const wantedMs = (facts.zeroMs ?? 0) + latencyMs(facts, leastLagMs);
  const startMs = slewed(before, wantedMs, nowMs);
  const place = (serverNowMs - startMs) / 1000;
  const canPlay = place > facts.startSeconds && place < facts.edgeSeconds - facts.segmentSeconds / 2;
  const motion = canPlay ? motionFrom(before.motion, look.room, startMs) : undefined;
  const delaySeconds = steadyDelay(before, (serverNowMs - zeroOf(facts, leastLagMs)) / 1000 - playerSeconds);
  return { ...seen, lags, motion, isOwnPlace: isOwnPlace(before, look, facts, place), delaySeconds };
}

function withLag(lags: readonly Lag[], { edgeSeconds, zeroMs = 0 }: LiveFacts, serverNowMs: number): readonly Lag[] {
  if (lags.at(-1)?.edgeSeconds === edgeSeconds) return lags;
  const lag = { atMs: serverNowMs, edgeSeconds, ms: serverNowMs - zeroMs - edgeSeconds * 1000 };
  return [...lags, lag].slice(-mostLags);
}

/**
 * When second 0 of the player's line happened, in milliseconds of the server. Where the dates of the stream are off, or there are none, the
 * newest picture of a list is taken to be from when the list was seen: the delay is that much longer in truth. [SY63]
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

/** How far the place of everybody is behind the dates of the stream; without dates, behind the time at which its line began. */
function latencyMs({ segmentSeconds, zeroMs }: LiveFacts, leastLagMs: number): number {
  const segmentMs = segmentSeconds * 1000;
  if (zeroMs === undefined) return leastLagMs + segmentsBehind.undated * segmentMs;
  const steps = Math.ceil((leastLagMs / segmentMs - usualLag) / lagStep);
  return (segmentsBehind.dated + steps * lagStep) * segmentMs;
}

function slewed({ motion, lookedMs }: LivePlace, wantedMs: number, nowMs: number): number {
  if (motion === undefined) return wantedMs;
  const held = motion.state.start_at_ms;
  const most = Math.max(0, nowMs - lookedMs) * slew;
  const off = wantedMs - held;
  return Math.abs(off) > jumpedMs ? wantedMs : held + Math.max(-most, Math.min(most, off));
}

/** The motion of a film that began at `startMs` and has no end. */
function motionFrom(before: RoomMotion | undefined, room: PlaybackState, startMs: number): RoomMotion {
  if (before?.state.start_at_ms === startMs && before.state.version === room.version) return before;
  const { duration_seconds: _, ...rest } = room;
  return { state: { ...rest, position_seconds: 0, speed: 1, start_at_ms: startMs } };
}

/** Who jumps back stays there until they are back within a segment of the others. [SY67] */
function isOwnPlace(before: LivePlace, look: LiveLook, { segmentSeconds }: LiveFacts, place: number): boolean {
  const { playerSeconds, isOwnSeek } = look;
  const hasJumped = !isOwnSeek && playerSeconds < before.playerSeconds - leastJumpSeconds;
  if (hasJumped) return playerSeconds < place - segmentSeconds;
  return before.isOwnPlace && playerSeconds < place - segmentSeconds;
}
