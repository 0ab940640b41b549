import type { PlaybackState } from '@matinee/contract/gen/api.ts';

/** The room's position at `nowMs` of server time, in seconds from the start of the item: the anchor, plus elapsed × speed while the film moves. Pure. [SY1] [SY2] */
export function expectedPosition(state: PlaybackState, nowMs: number): number {
  const elapsedMs = isMeantToMove(state) ? Math.max(0, nowMs - state.start_at_ms) : 0;
  const position = Math.max(0, state.position_seconds + (elapsedMs / 1000) * state.speed);
  return state.duration_seconds === undefined ? position : Math.min(position, state.duration_seconds);
}

/** True when the film moves by itself, now or from `start_at_ms` on; it does not while the room waits for somebody. [SY3] */
export function isMeantToMove(state: PlaybackState): boolean {
  return state.media_id !== undefined && state.is_playing && state.waiting === undefined;
}

/** How the film moves in the room: the newest state, and the one before it where that rules until the newest begins. The one before is kept when a change is announced for later and joins on without a jump (a new speed): the film does not stop until then. */
export interface RoomMotion {
  readonly state: PlaybackState;
  readonly before?: PlaybackState;
}

/** Two states join on when the jump between them is smaller than this, in seconds: nobody sees it. */
const continuousSeconds = 0.05;

/** The motion after `state` came; undefined for an older or repeated one, which changes nothing. [SY4] [SY5] */
export function nextMotion(
  motion: RoomMotion | undefined,
  state: PlaybackState,
  nowMs: number,
): RoomMotion | undefined {
  if (motion === undefined) return { state };
  const before = stateAt(motion, nowMs);
  // A server that was restored from a backup counts from a lower version; its later states are newer all the same.
  if (state.version <= motion.state.version && state.at_ms <= motion.state.at_ms) return undefined;
  const joinsOn =
    before.media_id === state.media_id &&
    isMeantToMove(before) &&
    isMeantToMove(state) &&
    state.start_at_ms > nowMs &&
    Math.abs(expectedPosition(before, state.start_at_ms) - state.position_seconds) < continuousSeconds;
  return joinsOn ? { state, before } : { state };
}

/** The state that holds at `nowMs`. */
export function stateAt(motion: RoomMotion, nowMs: number): PlaybackState {
  return motion.before !== undefined && nowMs < motion.state.start_at_ms ? motion.before : motion.state;
}

/** `expectedPosition` over the change from one state to the next. */
export function positionAt(motion: RoomMotion, nowMs: number): number {
  return expectedPosition(stateAt(motion, nowMs), nowMs);
}
