import type { PlaybackReport } from '@matinee/contract/gen/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRoomWorld } from '../../../client/room/room.fixture.ts';
import { playbackState } from './playback.port.ts';
import { makePlayerSync, type PlayerSync } from './player-sync.ts';
import { playingState } from './sync/simulation.ts';

/** A video element that has loaded ten minutes of film and plays as soon as `play` is called. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  muted = false;
  duration = 600;
  paused = true;
  ended = false;
  seeking = false;
  readyState = 4;
  buffered = { length: 1, start: () => 0, end: () => 600 };
  async play() {
    this.paused = false;
  }
  pause() {
    this.paused = true;
  }
}

let world: ReturnType<typeof makeRoomWorld>;
let socket: Awaited<ReturnType<typeof world.connect>>;
let video: FakeVideo;
let player: PlayerSync;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { hidden: false });
  world = makeRoomWorld([playbackState]);
  socket = await world.connect();
  video = new FakeVideo();
  player = makePlayerSync(video as never, world.room);
});
afterEach(() => {
  player.stop();
  world.room.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends a playback state from the room. Paused, so that the time of its arrival does not matter. */
function tell(over: Parameters<typeof playingState>[0]) {
  const state = playingState({ is_playing: false, ...over });
  socket.say({
    resourceChanged: { observe_id: 'playbackState', version: state.version, snapshot: false, playbackState: state },
  });
}

const reports = (): PlaybackReport[] => socket.sent.flatMap((message) => message.playback_report ?? []);

test('the player follows what the room says about the item that it has loaded', () => {
  player.setMedia('media_1', undefined);
  tell({ position_seconds: 42 });
  expect(player.expected()).toBe(42);
  tell({ position_seconds: 50, version: 2, at_ms: 1 });
  expect(player.expected()).toBe(50);
});

test('a room that goes on to another item leaves the player without a place, until that is loaded', () => {
  player.setMedia('media_1', undefined);
  tell({ position_seconds: 42 });
  tell({ media_id: 'media_2', position_seconds: 7, version: 2, at_ms: 1 });
  expect(player.expected()).toBeUndefined();
  player.setMedia('media_2', undefined);
  expect(player.expected()).toBe(7);
});

test('a state that came before the player was there counts', () => {
  tell({ position_seconds: 42 });
  const late = makePlayerSync(new FakeVideo() as never, world.room);
  late.setMedia('media_1', undefined);
  expect(late.expected()).toBe(42);
  late.stop();
});

test('[SY26] only the item that the room plays is reported, with its length where it has one', () => {
  player.setMedia('media_0', undefined);
  tell({});
  expect(reports()).toEqual([]);
  player.setMedia('media_1', undefined);
  expect(reports()).toMatchObject([{ media_id: 'media_1', state: 'idle', duration_seconds: 600 }]);
  video.duration = Number.POSITIVE_INFINITY;
  vi.advanceTimersByTime(100);
  expect(reports()).toHaveLength(2);
  expect(reports().at(-1)).not.toHaveProperty('duration_seconds');
});

test('[SY26] a hidden page is away, and a new connection is told everything again', async () => {
  player.setMedia('media_1', undefined);
  tell({});
  vi.stubGlobal('document', { hidden: true });
  vi.advanceTimersByTime(100);
  expect(reports().map(({ state }) => state)).toEqual(['idle', 'away']);
  socket.onclose?.();
  await vi.advanceTimersByTimeAsync(300);
  socket = await world.connect();
  expect(reports().map(({ state }) => state)).toEqual(['away']);
});

test('a player that is stopped is left alone, and tells nothing any more', () => {
  player.setMedia('media_1', undefined);
  tell({});
  expect(window.__matinee?.sync.expected()).toBe(10);
  player.stop();
  expect(window.__matinee).toBeUndefined();
  const before = reports().length;
  video.duration = 90;
  video.dispatchEvent(new Event('durationchange'));
  vi.advanceTimersByTime(60_000);
  tell({ version: 2, at_ms: 1, position_seconds: 99 });
  expect(reports()).toHaveLength(before);
});

test.each([
  ['[SY26] whoever is there at the start is waited for, however long the first load takes', 300, 'buffering'],
  ['[SY26] whoever comes late to an item loads it without making the others wait', -30_000, 'idle'],
] as const)('%s', (_name, startInMs, state) => {
  Object.assign(video, { readyState: 0, buffered: { length: 0 } });
  player.setMedia('media_1', undefined);
  tell({ is_playing: true, start_at_ms: world.room.clock.now() + startInMs });
  for (let second = 0; second < 20; second += 2) {
    socket.say({ heartbeat: {} });
    vi.advanceTimersByTime(2_000);
  }
  expect(reports().at(-1)?.state).toBe(state);
});
