import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { type Correction, noCorrection } from './corrector.ts';
import { type LearnedDelays, noDelays } from './learned.ts';
import type { LiveFacts, LivePlace } from './live-place.ts';
import type { PlayerView } from './media-port.ts';
import { positionAt, type RoomMotion } from './room-motion.ts';
import type { SkewSample } from './skew-meter.ts';
import type { Start } from './start.ts';

/** There is nothing to play, or the clock or the player is not ready. */
interface Idle {
  readonly kind: 'idle';
}

/** The player stands still with the room. */
interface Holding {
  readonly kind: 'holding';
  /** The last seek to the place where the room stands; undefined before it. */
  readonly placed: { readonly version: number; readonly atMs: number } | undefined;
}

/** The player is on the way to a start. */
export interface Starting {
  readonly kind: 'starting';
  readonly start: Start;
  /** The local time at which the room's film starts to move, and its speed. */
  readonly startAtMs: number;
  readonly speed: number;
  /** True when the start corrects this player; false when the room asked for it. */
  readonly isOwn: boolean;
}

/** The film runs, and each look compares it with the room. */
export interface Following {
  readonly kind: 'following';
  /** Errors measured since the start or the last interruption. What our own speed changes moved the picture by is taken out, so that the mean does not lag behind them. */
  readonly samples: readonly SkewSample[];
  /** How far our own speed changes had moved the picture at `atMs`, in milliseconds. */
  readonly nudged: { readonly ms: number; readonly atMs: number };
  /** True while the first measured error can still teach the delay of `play()`. */
  readonly teachesPlay: boolean;
  /** True when the player stood still since the last look that could correct. */
  readonly wasInterrupted: boolean;
  /** Since when the player is paused although it should play. */
  readonly pausedSinceMs: number | undefined;
}

/** The item is over. */
interface Ended {
  readonly kind: 'ended';
}

/** The item is a live stream, which plays or stands still with the room. */
interface Live {
  readonly kind: 'live';
  /** When the player was last told to play. */
  readonly askedMs: number | undefined;
}

/** What the engine is doing. */
export type Phase = Idle | Holding | Starting | Following | Live | Ended;

/** What the browser refused: sound (the film plays muted), or any playing before a tap. */
export type Refusal = 'nothing' | 'sound' | 'play';

/** All that the engine knows. Times are local milliseconds. */
export interface EngineState {
  readonly phase: Phase;
  /** Undefined while nothing plays here. */
  readonly motion: RoomMotion | undefined;
  /** Set while the item is a live stream. */
  readonly live: LivePlace | undefined;
  readonly correction: Correction;
  readonly delays: LearnedDelays;
  readonly refused: Refusal;
  /** Own seeks since the page was opened. */
  readonly seeks: number;
  readonly lastFrameMs: number;
  /** The shorter one of the last two times between frames, in milliseconds. */
  readonly frameGapMs: number;
  /** The last time between frames. */
  readonly lastGapMs: number;
  /** Since when data is missing; undefined while it is there. */
  readonly missingSinceMs: number | undefined;
  /** True: the player cannot go where the room is, as the film's server sends it from its start only. [SY72] */
  readonly isFixed: boolean;
  /** When the player last jumped because data was missing. [SY21] */
  readonly lastJumpMs: number;
}

export const firstState: EngineState = {
  phase: { kind: 'idle' },
  motion: undefined,
  live: undefined,
  correction: noCorrection,
  delays: noDelays,
  refused: 'nothing',
  seeks: 0,
  lastFrameMs: 0,
  frameGapMs: 0,
  lastGapMs: 0,
  missingSinceMs: undefined,
  isFixed: false,
  lastJumpMs: Number.NEGATIVE_INFINITY,
};

/** What the engine is told. */
export type EngineInput =
  /** Look at the player: it reported an event, or 100 ms have passed. */
  | { readonly kind: 'look' }
  /** The timer of a start went off. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'state'; readonly state: PlaybackState }
  /** Nothing plays here any more. */
  | { readonly kind: 'clear' }
  /** A frame is on the screen at `displayMs`. */
  | { readonly kind: 'frame'; readonly mediaSeconds: number; readonly displayMs: number }
  /** The last `play` went well, or the browser wants a tap first. */
  | { readonly kind: 'played' }
  | { readonly kind: 'refused' }
  /** A person asks to be brought to the room at once. */
  | { readonly kind: 'catchUp' }
  /** A person tapped, so that the browser allows sound and playing. */
  | { readonly kind: 'allow' };

/** What to do with the player. */
export type EngineAction =
  | { readonly kind: 'pause' }
  | { readonly kind: 'play' }
  | { readonly kind: 'seek'; readonly seconds: number }
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'mute'; readonly isMuted: boolean };

/** The circumstances of an input. */
export interface Moment {
  /** Local time in milliseconds. */
  readonly nowMs: number;
  /** Server time minus local time. */
  readonly offsetMs: number;
  /** True once the server's clock is known well enough to start by. */
  readonly isClockReady: boolean;
  /** Of a live stream whose list is known. */
  readonly live?: LiveFacts | undefined;
  readonly player: PlayerView;
}

/** The next state, and what to do with the player; actions are done in order. */
export interface EngineStep {
  readonly state: EngineState;
  readonly actions: readonly EngineAction[];
}

/** What the player follows: the room, or the common place in a live stream. [SY66] */
export function followed({ motion, live }: EngineState): RoomMotion | undefined {
  return motion && (live?.motion ?? motion);
}

/** Where the room is at local time `localMs`, in seconds. */
export function roomPosition(motion: RoomMotion, moment: Moment, localMs = moment.nowMs): number {
  return positionAt(motion, localMs + moment.offsetMs);
}

/** Pauses the player unless it is paused. */
export function pausing({ player }: Moment): readonly EngineAction[] {
  return player.paused ? [] : [{ kind: 'pause' }];
}

/** Sets the player's rate to `rate` unless it has it. */
export function playingAt(rate: number, { player }: Moment): readonly EngineAction[] {
  return player.playbackRate === rate ? [] : [{ kind: 'rate', rate }];
}
