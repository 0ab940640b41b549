/** A simulated player and simulated time, for tests: what Chromium was seen to do, with every delay a number. */
import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { makeSyncEngine, type SyncEngine } from './engine.ts';
import type { MediaPort, SyncTime } from './media-port.ts';

/** How the simulated browser behaves. Milliseconds. */
export interface SimulatedBrowser {
  readonly playDelayMs: () => number;
  readonly seekDelayMs: () => number;
  /** Parts per million by which the media clock runs too fast. */
  readonly driftPpm: number;
  /** What a change of the rate costs. */
  readonly rateGlitchMs: number;
  readonly framesPerSecond: number;
  /** How far the local clock is from the server's. */
  readonly clockOffsetMs: number;
}

export const plainBrowser: SimulatedBrowser = {
  playDelayMs: () => 35,
  seekDelayMs: () => 120,
  driftPpm: 0,
  rateGlitchMs: 0,
  framesPerSecond: 30,
  clockOffsetMs: 0,
};

const durationSeconds = 600;

/** One page: engine, player and clock, moved by `run`. */
export interface Simulation {
  readonly media: MediaPort & { readonly rateChanges: number };
  readonly engine: SyncEngine;
  /** Server time now. */
  serverNow(): number;
  /** How far the picture really is ahead of the room, in milliseconds; what no browser can tell so exactly. */
  trueErrorMs(): number;
  /** Lets time pass; `each` is called every 10 ms. */
  run(ms: number, each?: () => void): void;
  /** The player stops for this long, as by a full disk or a busy machine; it keeps no time. */
  stall(ms: number): void;
  /** No data for this long. */
  starve(ms: number): void;
  setLoadedUntil(seconds: number): void;
}

/** Starts a simulated page that has loaded its film. */
export function simulate(browser: Partial<SimulatedBrowser> = {}): Simulation {
  const b = { ...plainBrowser, ...browser };
  let nowMs = 1_000_000;
  const timers = new Set<{ atMs: number; work: () => void }>();
  const time: SyncTime = {
    now: () => nowMs,
    after(delayMs, work) {
      const timer = { atMs: nowMs + Math.max(0, delayMs), work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  let position = 0;
  let paused = true;
  let rate = 1;
  let rateChanges = 0;
  let movesFromMs = 0;
  let seek: { to: number; untilMs: number } | undefined;
  let frozenUntilMs = 0;
  let starvedUntilMs = 0;
  let loadedUntil = durationSeconds;
  const isStarved = () => nowMs < starvedUntilMs || position >= loadedUntil;
  const media: Simulation['media'] = {
    get currentTime() {
      return seek?.to ?? position;
    },
    set currentTime(value) {
      seek = { to: Math.max(0, Math.min(durationSeconds, value)), untilMs: nowMs + b.seekDelayMs() };
    },
    get playbackRate() {
      return rate;
    },
    set playbackRate(value) {
      rateChanges += 1;
      rate = value;
      if (!paused) movesFromMs = Math.max(movesFromMs, nowMs + b.rateGlitchMs);
    },
    muted: false,
    get duration() {
      return durationSeconds;
    },
    get paused() {
      return paused;
    },
    get ended() {
      return position >= durationSeconds;
    },
    get seeking() {
      return seek !== undefined;
    },
    get readyState() {
      return seek ? 1 : isStarved() ? 2 : 4;
    },
    buffered: { length: 1, start: () => 0, end: () => loadedUntil },
    get rateChanges() {
      return rateChanges;
    },
    async play() {
      if (paused) movesFromMs = nowMs + b.playDelayMs();
      paused = false;
    },
    pause() {
      paused = true;
    },
  };
  const engine = makeSyncEngine({
    media,
    time,
    clock: { isReady: true, toServer: (ms) => ms + b.clockOffsetMs },
    onStatus: () => {},
  });
  const vsyncMs = 1000 / 60;
  let shown = -1;

  function tick(): void {
    nowMs += 1;
    if (seek && nowMs >= seek.untilMs) {
      position = seek.to;
      seek = undefined;
      if (!paused) movesFromMs = nowMs;
      engine.look();
    }
    const moves = !paused && !seek && nowMs > movesFromMs && nowMs > frozenUntilMs && !isStarved();
    if (moves) position = Math.min(durationSeconds, position + (rate * (1 + b.driftPpm / 1e6)) / 1000);
    for (const timer of [...timers]) {
      if (timer.atMs > nowMs || !timers.delete(timer)) continue;
      timer.work();
    }
    if (Math.floor(nowMs / vsyncMs) !== Math.floor((nowMs - 1) / vsyncMs) && !seek) {
      const frame = Math.floor(position * b.framesPerSecond + 1e-6);
      if (frame !== shown) engine.frame(frame / b.framesPerSecond, nowMs);
      shown = frame;
    }
    if (nowMs % 100 === 0) engine.look();
  }

  return {
    media,
    engine,
    serverNow: () => nowMs + b.clockOffsetMs,
    trueErrorMs: () => (position - (engine.expected() ?? 0)) * 1000,
    run(ms, each) {
      for (let passed = 0; passed < ms; passed += 1) {
        tick();
        if (passed % 10 === 0) each?.();
      }
    },
    stall(ms) {
      frozenUntilMs = nowMs + ms;
    },
    starve(ms) {
      starvedUntilMs = nowMs + ms;
    },
    setLoadedUntil(seconds) {
      loadedUntil = seconds;
    },
  };
}

/** A state of a room that plays, with what a test says in place of the defaults. */
export function playingState(over: Partial<PlaybackState> = {}): PlaybackState {
  return {
    media_id: 'media_1',
    media_name: 'Film',
    position_seconds: 10,
    speed: 1,
    is_playing: true,
    at_ms: 0,
    start_at_ms: 0,
    version: 1,
    action: 'play',
    actor_name: 'ana',
    ...over,
  };
}
