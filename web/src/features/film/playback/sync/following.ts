import { type Correction, decide, rest } from './corrector.ts';
import {
  type EngineState,
  type EngineStep,
  type Following,
  type Moment,
  playingAt,
  roomPosition,
} from './engine-state.ts';
import { delayMs, learn } from './learned.ts';
import { bufferedAhead, isLoadedAt, isSeekableAt } from './media-port.ts';
import { type RoomMotion, stateAt } from './room-motion.ts';
import { addSample, meanSkew } from './skew-meter.ts';
import { begin } from './starting.ts';

/** After this long without data the player jumps to the room's position. */
const giveUpStallMs = 1_500;
/** At most one such jump in this time: each jump has to load again. */
const jumpEveryMs = 10_000;
/** Smallest jump, in seconds. A player that is less far behind waits instead. */
const leastJumpSeconds = 2;
/** Without a frame for this long (a hidden tab, a still picture) `currentTime` is measured instead. */
const frameSilenceMs = 300;
/**
 * Frames that are further apart are too few for a mean over half a second: eight a second, as in slow films and at half
 * speed.
 */
const rareFrameMs = 125;
/** From where, in seconds after the place, and how much must be loaded before a seek. */
const seekInto = { film: [0.3, 0.5], stream: [0.1, 0.2] } as const;
/** If something else paused the player, it starts again after this. */
const pausedPatienceMs = 250;

/** True when there are too few frames, so that `currentTime` is measured instead. Pure. [SY10] */
export function areFramesRare({ lastFrameMs, frameGapMs }: EngineState, { nowMs }: Moment): boolean {
  return frameGapMs >= rareFrameMs || nowMs - lastFrameMs > frameSilenceMs;
}

/**
 * How far the picture is ahead of the room when it shows `mediaSeconds` at `displayMs`, in milliseconds of real time.
 * Pure. [SY10]
 */
export function errorAt(motion: RoomMotion, moment: Moment, mediaSeconds: number, displayMs: number): number {
  const { speed } = stateAt(motion, displayMs + moment.offsetMs);
  return ((mediaSeconds - roomPosition(motion, moment, displayMs)) * 1000) / speed;
}

/** Adds a measurement, unless the player is paused or seeks. Pure. [SY10] [SY11] */
export function measured(
  phase: Following,
  correction: Correction,
  { player }: Moment,
  errorMs: number,
  atMs: number,
): Following {
  if (player.paused || player.seeking) return phase;
  const sample = { errorMs: errorMs - nudgedMs(phase, correction, atMs), atMs };
  return { ...phase, samples: addSample(phase.samples, sample) };
}

/** The smoothed error now; undefined until there are enough measurements. Pure. [SY11] */
export function skewOf(phase: Following, correction: Correction, nowMs: number): number | undefined {
  const mean = meanSkew(phase.samples, nowMs);
  return mean === undefined ? undefined : mean + nudgedMs(phase, correction, nowMs);
}

/** How far our own speed changes have moved the picture from the start until `atMs`, in milliseconds. */
function nudgedMs({ nudged }: Following, { factor }: Correction, atMs: number): number {
  return nudged.ms + (factor - 1) * Math.max(0, atMs - nudged.atMs);
}

/** Looks at a player that follows the room. Pure. [SY10]–[SY24] */
export function lookAtFollowing(state: EngineState, phase: Following, motion: RoomMotion, moment: Moment): EngineStep {
  if (moment.player.paused) return resume(state, phase, motion, moment);
  const moving = { ...phase, pausedSinceMs: undefined };
  if (state.missingSinceMs !== undefined) return stalled(state, moving, state.missingSinceMs, motion, moment);
  return correct(state, moving, motion, moment);
}

/** Starts the player again a moment after something else paused it (the system, a headset). [SY24] */
function resume(state: EngineState, phase: Following, motion: RoomMotion, moment: Moment): EngineStep {
  const pausedSinceMs = phase.pausedSinceMs ?? moment.nowMs;
  const isPatient = state.refused === 'play' || moment.nowMs - pausedSinceMs < pausedPatienceMs;
  if (!isPatient) return begin(state, motion, moment, true);
  return { state: { ...state, phase: { ...phase, samples: [], wasInterrupted: true, pausedSinceMs } }, actions: [] };
}

/** Waits for data. After a while, jumps to the room's position, so that the browser loads from there. [SY21] */
function stalled(
  state: EngineState,
  phase: Following,
  sinceMs: number,
  motion: RoomMotion,
  moment: Moment,
): EngineStep {
  const { nowMs, player } = moment;
  const target = roomPosition(motion, moment);
  const isLost =
    nowMs - sinceMs >= giveUpStallMs &&
    Math.abs(target - player.currentTime) > leastJumpSeconds &&
    isSeekableAt(player, target) &&
    bufferedAhead(player, target) === 0;
  if (isLost && nowMs - state.lastJumpMs > jumpEveryMs)
    return begin({ ...state, lastJumpMs: nowMs }, motion, moment, true);
  const waiting = { ...phase, samples: [], teachesPlay: false, wasInterrupted: true };
  return { state: { ...state, phase: waiting }, actions: [] };
}

/** Compares the picture with the room, and seeks or changes the speed. [SY10]–[SY20] [SY31] */
function correct(state: EngineState, before: Following, motion: RoomMotion, moment: Moment): EngineStep {
  const { nowMs, player } = moment;
  const { correction } = state;
  const { wasInterrupted } = before;
  const currentErrorMs = errorAt(motion, moment, player.currentTime, nowMs);
  const phase = areFramesRare(state, moment) ? measured(before, correction, moment, currentErrorMs, nowMs) : before;
  // After an interruption there are no samples yet; `currentTime` is exact enough to decide about a seek.
  const errorMs = wasInterrupted ? currentErrorMs : skewOf(phase, correction, nowMs);
  const teaches = !wasInterrupted && phase.teachesPlay;
  const hasTaught = teaches && errorMs !== undefined && nowMs >= correction.restUntilMs;
  const delays = hasTaught ? learn(state.delays, 'play', delayMs(state.delays, 'play') - errorMs) : state.delays;
  const place = roomPosition(motion, moment);
  const [awaySeconds, leastSeconds] = state.live ? seekInto.stream : seekInto.film;
  const maySeek = isSeekableAt(player, place) && isLoadedAt(player, place + awaySeconds, leastSeconds);
  const decision = decide(correction, { nowMs, errorMs, maySeek, wasInterrupted, isCoarse: player.isCoarse ?? false });
  const taught = { ...state, delays };
  if (decision.action === 'seek') return begin({ ...taught, correction: decision.correction }, motion, moment, true);
  const next = wasInterrupted ? rest(decision.correction, nowMs) : decision.correction;
  const following = {
    ...phase,
    nudged: { ms: nudgedMs(phase, correction, nowMs), atMs: nowMs },
    teachesPlay: teaches && !hasTaught,
    wasInterrupted: false,
  };
  const { speed } = stateAt(motion, nowMs + moment.offsetMs);
  return {
    state: { ...taught, phase: following, correction: next },
    actions: playingAt(speed * next.factor, moment),
  };
}
