import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { type LiveFacts, slewed } from './live-place.ts';
import { expectedPosition, isMeantToMove, type RoomMotion } from './room-motion.ts';

/** Where the room is in the past of a live stream, for one player. */
export interface PastPlace {
  /** The room's motion on the player's own timeline. */
  readonly motion: RoomMotion;
  /** The stream's date for second 0 of that timeline, in milliseconds since 1970. */
  readonly zeroMs: number;
  /** How far ahead of the room the player is, in seconds, because the part that the room watches is no longer kept. */
  readonly lateSeconds: number;
  readonly lookedMs: number;
}

export interface PastLook {
  readonly facts: LiveFacts | undefined;
  readonly room: PlaybackState;
  readonly nowMs: number;
  readonly serverNowMs: number;
}

/** The player then goes on this far after the oldest part that is kept, in seconds. */
const marginSeconds = 2;

/** Undefined: the player does not know yet what it can play. Pure. [SY92] */
export function lookAtPast(before: PastPlace | undefined, look: PastLook): PastPlace | undefined {
  const { facts, room, nowMs, serverNowMs } = look;
  if (facts?.zeroMs === undefined) return undefined;
  const zeroMs = slewed(before?.zeroMs, facts.zeroMs, nowMs - (before?.lookedMs ?? nowMs));
  const shift = (room.live_from_ms! - zeroMs) / 1_000;
  const place = expectedPosition(room, serverNowMs) + shift;
  const isSame = before?.motion.state.version === room.version;
  const lateBefore = isSame ? before.lateSeconds : 0;
  const isGone = isMeantToMove(room) && place + lateBefore < facts.startSeconds;
  const lateSeconds = isGone ? facts.startSeconds + marginSeconds - place : lateBefore;
  const state = { ...room, position_seconds: room.position_seconds + shift + lateSeconds };
  return { motion: { state }, zeroMs, lateSeconds, lookedMs: nowMs };
}
