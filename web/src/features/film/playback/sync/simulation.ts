/** One page of a room for tests: the engine, a simulated player and simulated time. */
import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { makeSyncEngine, type SyncEngine } from './engine.ts';
import { plainBrowser, type SimulatedBrowser, SimulatedPlayer } from './simulated-player.ts';
import { makeSimulatedTime } from './simulated-time.ts';

/** One page, moved by `run`. */
export interface Simulation {
  readonly media: SimulatedPlayer;
  readonly engine: SyncEngine;
  /** Server time now. */
  serverNow(): number;
  /** How far the picture really is ahead of the room, in milliseconds. No browser can tell this so exactly. */
  trueErrorMs(): number;
  /** Lets time pass; `each` is called every 10 ms. */
  run(ms: number, each?: () => void): void;
  /** Stops the player for this long, like a full disk or a busy machine. Its media clock stops too. */
  stall(ms: number): void;
  /** Gives the player no data for this long. */
  starve(ms: number): void;
  setLoadedUntil(seconds: number): void;
}

/** Time between two pictures of the screen, in milliseconds. */
const vsyncMs = 1000 / 60;

/** Starts a simulated page that has loaded its film. */
export function simulate(over: Partial<SimulatedBrowser> = {}): Simulation {
  const browser = { ...plainBrowser, ...over };
  const time = makeSimulatedTime(1_000_000);
  const media = new SimulatedPlayer(browser, time.now);
  const toServer = (localMs: number) => localMs + browser.clockOffsetMs;
  const engine = makeSyncEngine({ media, time, clock: { isReady: true, toServer }, onStatus: () => {} });
  let shown = -1;

  function tick(): void {
    const nowMs = time.pass();
    if (media.endSeek()) engine.look();
    media.move();
    time.runTimers();
    if (Math.floor(nowMs / vsyncMs) !== Math.floor((nowMs - 1) / vsyncMs) && !media.seeking) {
      const frame = Math.floor(media.position * browser.framesPerSecond + 1e-6);
      if (frame !== shown) engine.frame(frame / browser.framesPerSecond, nowMs);
      shown = frame;
    }
    if (nowMs % 100 === 0) engine.look();
  }

  return {
    media,
    engine,
    serverNow: () => toServer(time.now()),
    trueErrorMs: () => (media.position - (engine.expected() ?? 0)) * 1000,
    run(ms, each) {
      for (let passed = 0; passed < ms; passed += 1) {
        tick();
        if (passed % 10 === 0) each?.();
      }
    },
    stall: (ms) => media.freezeUntil(time.now() + ms),
    starve: (ms) => media.starveUntil(time.now() + ms),
    setLoadedUntil: (seconds) => media.setLoadedUntil(seconds),
  };
}

/** A state of a room that plays. `over` replaces defaults. */
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
    actor_display_name: 'Ana',
    ...over,
  };
}
