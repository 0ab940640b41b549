import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { type Correction, noCorrection } from './corrector.ts';
import { type LearnedDelays, noDelays } from './learned.ts';
import type { PlayerView } from './media-port.ts';
import { positionAt, type RoomMotion } from './room-motion.ts';
import type { SkewSample } from './skew-meter.ts';
import type { Start } from './start.ts';

/** Nothing to play, or the clock or the player is not ready. */
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
  /** When the room's film moves or moved, local, and how fast. */
  readonly startAtMs: number;
  readonly speed: number;
  /** True when the start corrects this player; false when the room asked for it. */
  readonly isOwn: boolean;
}

/** The film runs, and each look compares it with the room. */
export interface Following {
  readonly kind: 'following';
  /** Errors measured since the start or the last interruption, without what own nudges have moved the picture by, so that smoothing does not lag behind a nudge. */
  readonly samples: readonly SkewSample[];
  /** What own nudges had moved the picture by, in milliseconds, at `atMs`. */
  readonly nudged: { readonly ms: number; readonly atMs: number };
  /** True until the first error after a start in time has taught the delay of `play()`. */
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

/** What the engine is doing. */
export type Phase = Idle | Holding | Starting | Following | Ended;

/** What the browser refused: sound (the film plays muted), or any playing before a tap. */
export type Refusal = 'nothing' | 'sound' | 'play';

/** All that the engine knows. Times are local milliseconds. */
export interface EngineState {
  readonly phase: Phase;
  /** Undefined while nothing plays here. */
  readonly motion: RoomMotion | undefined;
  readonly correction: Correction;
  readonly delays: LearnedDelays;
  readonly refused: Refusal;
  /** Own seeks since the page was opened. */
  readonly seeks: number;
  readonly lastFrameMs: number;
  /** Since when data is missing; undefined: it is there. */
  readonly missingSinceMs: number | undefined;
  /** The last jump that a lack of data made necessary. */
  readonly lastJumpMs: number;
}

export const firstState: EngineState = {
  phase: { kind: 'idle' },
  motion: undefined,
  correction: noCorrection,
  delays: noDelays,
  refused: 'nothing',
  seeks: 0,
  lastFrameMs: 0,
  missingSinceMs: undefined,
  lastJumpMs: Number.NEGATIVE_INFINITY,
};

/** What happened, or who asks. */
export type EngineInput =
  /** Time to look at the player: a media event, or 100 ms have passed. */
  | { readonly kind: 'look' }
  /** The moment came that a start waited for. */
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

/** What surrounds an input. */
export interface Moment {
  /** Local time in milliseconds. */
  readonly nowMs: number;
  /** Server time minus local time. */
  readonly offsetMs: number;
  /** True once the server's clock is known well enough to start by. */
  readonly isClockReady: boolean;
  readonly player: PlayerView;
}

/** The next state, and what to do with the player, in this order. */
export interface EngineStep {
  readonly state: EngineState;
  readonly actions: readonly EngineAction[];
}

/** Where the room is at local time `localMs`, in seconds. */
export function roomPosition(motion: RoomMotion, moment: Moment, localMs = moment.nowMs): number {
  return positionAt(motion, localMs + moment.offsetMs);
}

/** Stops a player that moves. */
export function pausing({ player }: Moment): readonly EngineAction[] {
  return player.paused ? [] : [{ kind: 'pause' }];
}

/** Plays at `rate`, unless the player does so. */
export function playingAt(rate: number, { player }: Moment): readonly EngineAction[] {
  return player.playbackRate === rate ? [] : [{ kind: 'rate', rate }];
}
