import { rest } from './corrector.ts';
import {
  type EngineState,
  type EngineStep,
  followed,
  type Moment,
  pausing,
  playingAt,
  roomPosition,
  type Starting,
} from './engine-state.ts';
import { type RoomMotion, stateAt } from './room-motion.ts';
import { beginStart, type StartMoment, type StartStep, stepStart, wakeStart } from './start.ts';

/**
 * Brings the player to the room and starts it. `isOwn`: the start corrects this player; the room did not ask for it.
 * Pure. [SY6]–[SY9]
 */
export function begin(before: EngineState, motion: RoomMotion, moment: Moment, isOwn: boolean): EngineStep {
  const { start_at_ms, speed } = stateAt(motion, moment.nowMs + moment.offsetMs);
  const state = { ...before, correction: { ...before.correction, factor: 1 } };
  const line = { startAtMs: start_at_ms - moment.offsetMs, speed };
  const next = goOn(state, { ...line, isOwn }, beginStart(startMoment(state, motion, moment, line)), moment);
  return { state: next.state, actions: [...pausing(moment), ...playingAt(speed, moment), ...next.actions] };
}

/** Looks at a start that is under way. Pure. [SY9] */
export function lookAtStart(state: EngineState, phase: Starting, motion: RoomMotion, moment: Moment): EngineStep {
  return goOn(state, phase, stepStart(phase.start, startMoment(state, motion, moment, phase)), moment);
}

/** Goes on with a start whose moment has come. Pure. [SY6] */
export function wake(state: EngineState, moment: Moment): EngineStep {
  const { phase } = state;
  const motion = followed(state);
  if (phase.kind !== 'starting' || motion === undefined) return { state, actions: [] };
  return goOn(state, phase, wakeStart(phase.start, startMoment(state, motion, moment, phase)), moment);
}

type Line = Pick<Starting, 'startAtMs' | 'speed'>;

function startMoment(state: EngineState, motion: RoomMotion, moment: Moment, { startAtMs, speed }: Line): StartMoment {
  return {
    nowMs: moment.nowMs,
    player: moment.player,
    delays: state.delays,
    speed,
    startAtMs,
    positionAt: (localMs) => roomPosition(motion, moment, localMs),
  };
}

/** Once the player has been told to play, follows the room. Until then, the start goes on. */
function goOn(
  state: EngineState,
  how: Omit<Starting, 'kind' | 'start'>,
  next: StartStep,
  { nowMs }: Moment,
): EngineStep {
  const { delays } = next;
  if (next.kind === 'play') {
    const phase = {
      kind: 'following',
      samples: [],
      nudged: { ms: 0, atMs: nowMs },
      teachesPlay: next.wasInTime,
      wasInterrupted: false,
      pausedSinceMs: undefined,
    } as const;
    return {
      state: { ...state, delays, phase, correction: rest(state.correction, nowMs) },
      actions: [{ kind: 'play' }],
    };
  }
  const { startAtMs, speed, isOwn } = how;
  const phase = { kind: 'starting', start: next.start, startAtMs, speed, isOwn } as const;
  if (next.seekTo === undefined) return { state: { ...state, delays, phase }, actions: [] };
  return {
    state: { ...state, delays, phase, seeks: state.seeks + (isOwn ? 1 : 0) },
    actions: [{ kind: 'seek', seconds: next.seekTo }],
  };
}
