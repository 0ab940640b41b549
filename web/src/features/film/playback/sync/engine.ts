import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import type { ServerClock } from '../../../../client/room/clock.ts';
import {
  type EngineAction,
  type EngineInput,
  type EngineState,
  firstState,
  followed,
  type Moment,
} from './engine-state.ts';
import { step } from './engine-step.ts';
import { errorAt } from './following.ts';
import type { LiveFacts } from './live-place.ts';
import { type MediaPort, type SyncTime, viewOf } from './media-port.ts';
import { positionAt } from './room-motion.ts';
import { isSameStatus, type SyncStatus, statusOf } from './status.ts';

/** One frame on the screen, for the diagnostics. */
export interface FrameSample {
  readonly mediaSeconds: number;
  /** When the frame is on the screen, in local milliseconds since 1970. */
  readonly displayMs: number;
  readonly errorMs: number;
  readonly rate: number;
}

/** The parts that the engine needs. */
export interface EngineParts {
  readonly media: MediaPort;
  readonly clock: Pick<ServerClock, 'isReady' | 'toServer'>;
  readonly time: SyncTime;
  /** The facts of the live stream that plays. Absent: no live stream plays. */
  readonly live?: () => LiveFacts | undefined;
  /** The largest need of that stream among the players of the room, in milliseconds. */
  readonly roomNeedMs?: () => number | undefined;
  /** When the stream came on the air whose past is loaded; undefined: none is. */
  readonly pastFromMs?: () => number | undefined;
  /** Whether a live stream plays; absent or undefined: the player's duration decides. */
  readonly isLive?: () => boolean | undefined;
  readonly onStatus: (status: SyncStatus) => void;
  readonly onFrame?: (frame: FrameSample) => void;
}

/** Keeps one player in step with the room. */
export interface SyncEngine {
  readonly status: SyncStatus;
  /** The room's playback changed. Older and repeated states change nothing. */
  setState(state: PlaybackState): void;
  /** No item plays here: the player stands still until the next state. */
  clear(): void;
  /** The room's position now, in seconds; undefined before the first state. */
  expected(): number | undefined;
  /** Reports a presented frame. `displayMs`: the local time when it is on the screen. */
  frame(mediaSeconds: number, displayMs: number): void;
  /** Looks and acts. Call it on every media event and every 100 ms. */
  look(): void;
  /** Seeks to the room at once, also after too many seeks. */
  catchUp(): void;
  /** Shows another part of a live stream to this person alone, in seconds of the player's own timeline. [SY67] */
  jump(seconds: number): void;
  /** Call it when a person taps: sound and playing are allowed now. */
  allow(): void;
  stop(): void;
}

/**
 * Makes the engine for one player. It reads the player and the clock, asks `step` for actions, and performs them.
 * [SY1]–[SY26] in ../playback-sync.spec.md.
 */
export function makeSyncEngine(parts: EngineParts): SyncEngine {
  const { media, clock, time, live, isLive, onStatus, onFrame } = parts;
  let state = firstState;
  let status = statusOf(state, time.now(), media.isCoarse);
  let isStopped = false;
  // No status yet: it comes when the browser has answered `play()`.
  const alarm = makeAlarm(time, () => take({ kind: 'wake' }));

  function moment(): Moment {
    const nowMs = time.now();
    const offsetMs = clock.toServer(nowMs) - nowMs;
    const player = viewOf(media, isLive?.());
    const roomNeedMs = parts.roomNeedMs?.();
    const pastFromMs = parts.pastFromMs?.();
    return { nowMs, offsetMs, isClockReady: clock.isReady, player, live: live?.(), roomNeedMs, pastFromMs };
  }

  function take(input: EngineInput): void {
    if (isStopped) return;
    const next = step(state, input, moment());
    state = next.state;
    for (const action of next.actions) perform(action, media, takeAndTell);
    alarm.set(wakeAtOf(state));
  }

  function takeAndTell(input: EngineInput): void {
    take(input);
    const next = statusOf(state, time.now(), media.isCoarse);
    if (isStopped || isSameStatus(status, next)) return;
    status = next;
    onStatus(next);
  }

  return {
    get status() {
      return status;
    },
    setState: (room) => takeAndTell({ kind: 'state', state: room }),
    clear: () => takeAndTell({ kind: 'clear' }),
    expected() {
      const motion = followed(state);
      return motion && positionAt(motion, clock.toServer(time.now()));
    },
    frame(mediaSeconds, displayMs) {
      take({ kind: 'frame', mediaSeconds, displayMs });
      const motion = followed(state);
      if (motion === undefined || onFrame === undefined) return;
      const errorMs = errorAt(motion, moment(), mediaSeconds, displayMs);
      onFrame({ mediaSeconds, displayMs, errorMs, rate: media.playbackRate });
    },
    look: () => takeAndTell({ kind: 'look' }),
    catchUp: () => takeAndTell({ kind: 'catchUp' }),
    jump: (seconds) => takeAndTell({ kind: 'jump', seconds }),
    allow: () => takeAndTell({ kind: 'allow' }),
    stop() {
      isStopped = true;
      alarm.cancel();
    },
  };
}

/** When the state asks to be woken, in local milliseconds; undefined: it does not. */
function wakeAtOf({ phase }: EngineState): number | undefined {
  return phase.kind === 'starting' && phase.start.kind === 'timed' ? phase.start.wakeAtMs : undefined;
}

/** One timer, which calls `ring`. */
function makeAlarm(time: SyncTime, ring: () => void) {
  let timer: { readonly atMs: number; readonly cancel: () => void } | undefined;

  function onTimer(): void {
    timer = undefined;
    ring();
  }

  return {
    /** Sets the timer to a moment, or cancels it. */
    set(atMs: number | undefined): void {
      if (timer?.atMs === atMs) return;
      timer?.cancel();
      timer = atMs === undefined ? undefined : { atMs, cancel: time.after(atMs - time.now(), onTimer) };
    },
    cancel: () => timer?.cancel(),
  };
}

/** Performs an action. The browser's answer to `play` becomes an input of its own. */
function perform(action: EngineAction, media: MediaPort, tell: (input: EngineInput) => void): void {
  switch (action.kind) {
    case 'pause':
      return media.pause();
    case 'play':
      return void play(media, tell);
    case 'seek':
      media.currentTime = action.seconds;
      return;
    case 'rate':
      media.playbackRate = action.rate;
      return;
    case 'mute':
      media.muted = action.isMuted;
  }
}

async function play(media: MediaPort, tell: (input: EngineInput) => void): Promise<void> {
  try {
    await media.play();
  } catch (error) {
    // Other errors mean that a pause or a new source interrupted `play`.
    if (error instanceof Error && error.name === 'NotAllowedError') tell({ kind: 'refused' });
    return;
  }
  tell({ kind: 'played' });
}
