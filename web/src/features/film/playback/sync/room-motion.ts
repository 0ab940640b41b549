import type { PlaybackState } from '@matinee/contract/gen/api.ts';

/**
 * The room's position at server time `nowMs`, in seconds from the start of the item: the anchor, plus elapsed × speed
 * while the film moves. Pure. [SY1] [SY2]
 */
export function expectedPosition(state: PlaybackState, nowMs: number): number {
  const elapsedMs = isMeantToMove(state) ? Math.max(0, nowMs - state.start_at_ms) : 0;
  const position = Math.max(0, state.position_seconds + (elapsedMs / 1000) * state.speed);
  return state.duration_seconds === undefined ? position : Math.min(position, state.duration_seconds);
}

/** True when the film moves, now or from `start_at_ms` on. It does not move while the room waits for a member. [SY3] */
export function isMeantToMove(state: PlaybackState): boolean {
  return state.media_id !== undefined && state.is_playing && state.waiting === undefined;
}

/**
 * How the film moves in the room: the newest state, and the one before it if that applies until the newest begins. The
 * one before is kept for a later change without a jump (a new speed): the film does not stop until then.
 */
export interface RoomMotion {
  readonly state: PlaybackState;
  readonly before?: PlaybackState;
}

/** A smaller jump between two states is not visible, so the film goes on. In seconds. */
const continuousSeconds = 0.05;

/** The motion after `state` came; undefined for an older or repeated state, which changes nothing. [SY4] [SY5] */
export function nextMotion(
  motion: RoomMotion | undefined,
  state: PlaybackState,
  nowMs: number,
): RoomMotion | undefined {
  if (motion === undefined) return { state };
  const before = stateAt(motion, nowMs);
  // A server that was restored from a backup counts from a lower version. Its later states are still newer.
  if (state.version <= motion.state.version && state.at_ms <= motion.state.at_ms) return undefined;
  const joinsOn =
    before.media_id === state.media_id &&
    isMeantToMove(before) &&
    isMeantToMove(state) &&
    state.start_at_ms > nowMs &&
    Math.abs(expectedPosition(before, state.start_at_ms) - state.position_seconds) < continuousSeconds;
  return joinsOn ? { state, before } : { state };
}

/** The state that applies at `nowMs`. */
export function stateAt(motion: RoomMotion, nowMs: number): PlaybackState {
  return motion.before !== undefined && nowMs < motion.state.start_at_ms ? motion.before : motion.state;
}

/** The room's position at `nowMs`, by the state that applies then. */
export function positionAt(motion: RoomMotion, nowMs: number): number {
  return expectedPosition(stateAt(motion, nowMs), nowMs);
}
