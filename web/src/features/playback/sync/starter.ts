import { type LearnedDelay, makeLearnedDelay } from './learned.ts';
import { isLoadedAt, type MediaPort, ready, type SyncTime } from './media-port.ts';

/** A place to play from, and when: the film is to stand at `positionSeconds` at `atMs` of local time. */
export interface Aim {
  readonly positionSeconds: number;
  readonly atMs: number;
}

/** How a start went. */
export interface Started {
  /** When `play()` was called, and for when the picture was meant to move. */
  readonly calledAtMs: number;
  readonly aimedAtMs: number;
  /** True when everything was ready in time, so that what is off now is the browser's delay. */
  readonly wasInTime: boolean;
}

/** What the starter asks about the room. Positions in seconds, times local. */
export interface RoomLine {
  positionAt(localMs: number): number;
  /** Before this nothing moves. */
  readonly startAtMs: number;
  readonly speed: number;
}

/** A start off by less than this is made up by starting earlier or later instead of by a seek. */
const shiftMs = { earlier: 100, later: 400 } as const;
/** A start that is late by less than this goes on; the corrector glides over it. */
const lateMs = 60;
/** Aims for one start: each allows more time; after them it plays from where it is. */
const mostAims = 3;
/** Data that has to be there before a start, in seconds. */
const leastSeconds = 0.3;
/** Timers of a browser are late by a few milliseconds; the last stretch is waited for in small steps. */
const timerSlackMs = 4;

/** Brings the player to the room's position and starts it at the right moment. [SY6]–[SY9] */
export interface Starter {
  readonly isActive: boolean;
  /** Since when it tries, local; for telling that loading takes long. */
  readonly sinceMs: number;
  begin(line: RoomLine): void;
  /** To be called when the player seeked, loaded or after a while. */
  step(): void;
  cancel(): void;
  /** What the first frames after a start were off by, positive when ahead: the next start is better. [SY20] */
  learn(started: Started, errorMs: number): void;
}

/** Makes the starter; `onStarted` is told when `play()` was called. */
export function makeStarter(
  media: MediaPort,
  time: SyncTime,
  onStarted: (started: Started) => void,
  onSeek: () => void,
): Starter {
  // Measured in Chromium: play() takes 10–60 ms, a seek into buffered data 30–300 ms, by the distance to the last key frame.
  const playDelay = makeLearnedDelay({ initialMs: 30, leastMs: -40, mostMs: 300 });
  const seekDelay = makeLearnedDelay({ initialMs: 150, leastMs: 20, mostMs: 1_000 });
  const loadDelay = makeLearnedDelay({ initialMs: 400, leastMs: 50, mostMs: 3_000 });
  let line: RoomLine | undefined;
  let aim: Aim | undefined;
  /** The seek under way, and what its duration teaches. */
  let seek: { readonly atMs: number; readonly teaches: LearnedDelay | undefined } | undefined;
  let aims = 0;
  let sinceMs = 0;
  let cancelTimer = () => {};

  function takeAim(): void {
    if (line === undefined) return;
    cancelTimer();
    aims += 1;
    const nowMs = time.now();
    const soonest = nowMs + Math.max(0, playDelay.ms) + timerSlackMs;
    const inPlace = aimInPlace(line, Math.max(line.startAtMs, soonest), soonest);
    if (inPlace) {
      aim = inPlace;
      seek = undefined;
      return schedule();
    }
    const isLoaded = isLoadedAt(media, line.positionAt(soonest + seekDelay.ms), leastSeconds);
    const delay = isLoaded ? seekDelay : loadDelay;
    const atMs = Math.max(line.startAtMs, soonest + delay.ms * 1.25 * aims);
    aim = { positionSeconds: line.positionAt(atMs), atMs };
    seek = { atMs: nowMs, teaches: delay };
    onSeek();
    media.currentTime = aim.positionSeconds;
  }

  /** Where the player stands already, when a small change of the moment makes that right. */
  function aimInPlace(room: RoomLine, atMs: number, soonestMs: number): Aim | undefined {
    if (media.seeking) return undefined;
    const aheadMs = ((media.currentTime - room.positionAt(atMs)) * 1000) / room.speed;
    const moment = atMs + aheadMs;
    if (aheadMs < -shiftMs.earlier || aheadMs > shiftMs.later || moment < soonestMs) return undefined;
    return { positionSeconds: media.currentTime, atMs: moment };
  }

  function isReady(): boolean {
    return !media.seeking && media.readyState >= ready.futureData && isLoadedAt(media, media.currentTime, leastSeconds);
  }

  function step(): void {
    if (line === undefined || aim === undefined || seek === undefined || !isReady()) return;
    const nowMs = time.now();
    seek.teaches?.add(nowMs - seek.atMs);
    seek = undefined;
    const lateBy = nowMs - (aim.atMs - playDelay.ms);
    if (
      lateBy > lateMs &&
      aims < mostAims &&
      isLoadedAt(media, line.positionAt(nowMs + seekDelay.ms * 2), leastSeconds)
    ) {
      return takeAim();
    }
    schedule();
  }

  function schedule(): void {
    cancelTimer();
    if (aim === undefined) return;
    const leftMs = aim.atMs - playDelay.ms - time.now();
    if (leftMs > 0) {
      cancelTimer = time.after(leftMs > 3 * timerSlackMs ? leftMs - timerSlackMs : leftMs, schedule);
      return;
    }
    if (!isReady()) {
      // Not loaded when its time came: look again when it is.
      seek ??= { atMs: time.now(), teaches: undefined };
      return;
    }
    const started = { calledAtMs: time.now(), aimedAtMs: aim.atMs, wasInTime: leftMs > -timerSlackMs };
    stop();
    onStarted(started);
  }

  function stop(): void {
    cancelTimer();
    line = undefined;
    aim = undefined;
    seek = undefined;
    aims = 0;
  }

  return {
    get isActive() {
      return line !== undefined;
    },
    get sinceMs() {
      return sinceMs;
    },
    begin(room) {
      stop();
      line = room;
      sinceMs = time.now();
      takeAim();
    },
    step,
    cancel: stop,
    learn(started, errorMs) {
      if (started.wasInTime) playDelay.add(playDelay.ms - errorMs);
    },
  };
}
