import { type EngineState, type EngineStep, type Moment, pausing, playingAt } from './engine-state.ts';
import type { PlayerView } from './media-port.ts';
import { isMeantToMove, type RoomMotion } from './room-motion.ts';

/** A player that does not play gets another `play` after this, in milliseconds. */
const askAgainMs = 1_000;

/** True for a live stream: it has no length, and the room's position means nothing in it. */
export function isLive({ duration }: PlayerView): boolean {
  return duration === Number.POSITIVE_INFINITY;
}

/**
 * Plays a live stream while the room plays. The player itself keeps to the edge of the stream, so this neither seeks
 * nor corrects. Pure. [SY58]
 */
export function lookAtLive(state: EngineState, { state: room }: RoomMotion, moment: Moment): EngineStep {
  const { player, nowMs } = moment;
  const asked = state.phase.kind === 'live' ? state.phase.askedMs : undefined;
  const rate = playingAt(1, moment);
  if (!isMeantToMove(room))
    return { state: { ...state, phase: { kind: 'live', askedMs: undefined } }, actions: [...pausing(moment), ...rate] };
  const isAsked = asked !== undefined && nowMs - asked < askAgainMs;
  if (!player.paused || isAsked || state.refused === 'play')
    return { state: { ...state, phase: { kind: 'live', askedMs: asked } }, actions: rate };
  return { state: { ...state, phase: { kind: 'live', askedMs: nowMs } }, actions: [...rate, { kind: 'play' }] };
}
