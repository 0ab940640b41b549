import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { type Correction, noCorrection } from './corrector.ts';
import { type LearnedDelays, noDelays } from './learned.ts';
import type { LiveFacts, LivePlace } from './live-place.ts';
import type { PlayerView } from './media-port.ts';
import type { PastPlace } from './past-place.ts';
import { positionAt, type RoomMotion } from './room-motion.ts';
import type { SkewSample } from './skew-meter.ts';
import type { Start } from './start.ts';

/** No item plays, or the clock or the player is not ready. */
interface Idle {
  readonly kind: 'idle';
}

/** The player stands still with the room. */
interface Holding {
  readonly kind: 'holding';
  /** The last seek to the room's place; undefined before the first one. */
  readonly placed: { readonly version: number; readonly atMs: number } | undefined;
}

/** The player is on the way to a start. */
export interface Starting {
  readonly kind: 'starting';
  readonly start: Start;
  /** The local time at which the room's film starts to move, and its speed. */
  readonly startAtMs: number;
  readonly speed: number;
  /** True when the start corrects this player; false when the room asked for the start. */
  readonly isOwn: boolean;
}

/** The film runs, and each look compares it with the room. */
export interface Following {
  readonly kind: 'following';
  /**
   * Errors measured since the start or the last interruption. They exclude the movement by our own speed changes, so
   * that the mean does not lag behind these.
   */
  readonly samples: readonly SkewSample[];
  /** How far our own speed changes had moved the picture until `atMs`, in milliseconds. */
  readonly nudged: { readonly ms: number; readonly atMs: number };
  /** True while the delay of `play()` can still be learned from the first measured error. */
  readonly teachesPlay: boolean;
  /** True when the player has stood still since the last look that could correct. */
  readonly wasInterrupted: boolean;
  /** Since when the player has been paused although it should play. */
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

/** The part that the browser refuses before a tap: sound (the film plays muted), or any playing. */
export type Refusal = 'nothing' | 'sound' | 'play';

/** The whole state of the engine. Times are local milliseconds. */
export interface EngineState {
  readonly phase: Phase;
  /** Undefined while nothing plays here. */
  readonly motion: RoomMotion | undefined;
  /** Set while the item is a live stream. */
  readonly live: LivePlace | undefined;
  /** Set while the room watches the past of a live stream. */
  readonly past: PastPlace | undefined;
  readonly correction: Correction;
  readonly delays: LearnedDelays;
  readonly refused: Refusal;
  /** The engine's own seeks since the page was opened. */
  readonly seeks: number;
  readonly lastFrameMs: number;
  /** The shorter one of the last two times between frames, in milliseconds. */
  readonly frameGapMs: number;
  /** The last time between frames. */
  readonly lastGapMs: number;
  /** Since when data has been missing; undefined while there is enough. */
  readonly missingSinceMs: number | undefined;
  /** True: the player cannot seek to the room, because the film's server sends the film from its start only. [SY72] */
  readonly isFixed: boolean;
  /** When the player last jumped because data was missing. [SY21] */
  readonly lastJumpMs: number;
}

export const firstState: EngineState = {
  phase: { kind: 'idle' },
  motion: undefined,
  live: undefined,
  past: undefined,
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

/** An input of the engine. */
export type EngineInput =
  /** Look at the player: it reported an event, or 100 ms have passed. */
  | { readonly kind: 'look' }
  /** The timer of a start went off. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'state'; readonly state: PlaybackState }
  /** No item plays here any more. */
  | { readonly kind: 'clear' }
  /** A frame is on the screen at `displayMs`. */
  | { readonly kind: 'frame'; readonly mediaSeconds: number; readonly displayMs: number }
  /** The last `play` succeeded, or the browser needs a tap first. */
  | { readonly kind: 'played' }
  | { readonly kind: 'refused' }
  /** A person asks to jump to the room at once. */
  | { readonly kind: 'catchUp' }
  /** The person goes to another part of a live stream, in seconds of the player's own timeline. */
  | { readonly kind: 'jump'; readonly seconds: number }
  /** A person tapped, so that the browser allows sound and playing. */
  | { readonly kind: 'allow' };

/** An action on the player. */
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
  /** True once the server's clock is known well enough for a start. */
  readonly isClockReady: boolean;
  /** The facts of a live stream whose playlist is known. */
  readonly live?: LiveFacts | undefined;
  /** The largest need of a live stream among the players of the room, in milliseconds. */
  readonly roomNeedMs?: number | undefined;
  /** When the stream came on the air whose past is loaded; undefined: none is. */
  readonly pastFromMs?: number | undefined;
  readonly player: PlayerView;
}

/** The next state, and the actions on the player in their order. */
export interface EngineStep {
  readonly state: EngineState;
  readonly actions: readonly EngineAction[];
}

/** The motion that the player follows: the room's, or that of the common place in a live stream. [SY66] [SY92] */
export function followed({ motion, live, past }: EngineState): RoomMotion | undefined {
  return motion && (past?.motion ?? live?.motion ?? motion);
}

/** The room's position at local time `localMs`, in seconds. */
export function roomPosition(motion: RoomMotion, moment: Moment, localMs = moment.nowMs): number {
  return positionAt(motion, localMs + moment.offsetMs);
}

/** Pauses the player unless it is already paused. */
export function pausing({ player }: Moment): readonly EngineAction[] {
  return player.paused ? [] : [{ kind: 'pause' }];
}

/** Sets the player's rate to `rate` unless it already is. */
export function playingAt(rate: number, { player }: Moment): readonly EngineAction[] {
  return player.playbackRate === rate ? [] : [{ kind: 'rate', rate }];
}
