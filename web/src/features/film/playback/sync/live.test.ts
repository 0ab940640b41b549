import { expect, test } from 'vitest';
import { type EngineState, firstState, type Moment } from './engine-state.ts';
import { step } from './engine-step.ts';
import type { PlayerView } from './media-port.ts';
import { playingState } from './simulation.ts';

const stream: PlayerView = {
  currentTime: 4_000,
  playbackRate: 1,
  muted: false,
  duration: Number.POSITIVE_INFINITY,
  paused: true,
  ended: false,
  seeking: false,
  readyState: 4,
  buffered: { length: 1, start: () => 3_990, end: () => 4_010 },
};
const at = (nowMs: number, player: Partial<PlayerView> = {}): Moment => ({
  nowMs,
  offsetMs: 0,
  isClockReady: true,
  player: { ...stream, ...player },
});
const tell = (state: EngineState, over: object, moment: Moment) =>
  step(state, { kind: 'state', state: playingState({ start_at_ms: 0, ...over }) }, moment);

test('[SY58] a live stream plays with the room, and is not sought however far the room is from it', () => {
  const started = tell(firstState, { position_seconds: 10 }, at(0));
  expect(started.actions).toEqual([{ kind: 'play' }]);
  const later = step(started.state, { kind: 'look' }, at(5_000, { paused: false }));
  expect([later.actions, later.state.phase.kind]).toEqual([[], 'live']);
});

test('[SY58] a live stream is told to play again only after a while, and stands still with the room', () => {
  const started = tell(firstState, {}, at(0));
  const soon = step(started.state, { kind: 'look' }, at(100));
  expect(soon.actions).toEqual([]);
  expect(step(soon.state, { kind: 'look' }, at(1_100)).actions).toEqual([{ kind: 'play' }]);
  const paused = tell(soon.state, { is_playing: false, version: 9, at_ms: 200 }, at(200, { paused: false }));
  expect(paused.actions).toEqual([{ kind: 'pause' }]);
});

test('[SY58] the speed of the room means nothing to a live stream', () => {
  const fast = tell(firstState, { speed: 2 }, at(0, { paused: false, playbackRate: 2 }));
  expect(fast.actions).toEqual([{ kind: 'rate', rate: 1 }]);
});

test('[SY67] who jumps back while the player is brought to the others stays there, and is brought back by a press', () => {
  // Second 0 of the player is server time 0, and the list offers the last minute before 4 000 s.
  const live = { segmentSeconds: 2, startSeconds: 3_940, edgeSeconds: 4_000, zeroMs: 0 };
  const nowMs = 4_000_000;
  const moment = (afterMs: number, currentTime: number, player: Partial<PlayerView> = {}): Moment => ({
    ...at(nowMs + afterMs, { currentTime, ...player }),
    live,
  });
  const started = tell(firstState, {}, moment(0, 3_945, { seeking: true }));
  expect(started.state.phase.kind).toBe('starting');
  const gone = step(started.state, { kind: 'jump', seconds: 3_942 }, moment(50, 3_945, { seeking: true }));
  expect(gone.actions).toEqual([{ kind: 'seek', seconds: 3_942 }]);
  const woken = step(gone.state, { kind: 'wake' }, moment(100, 3_942));
  const there = step(woken.state, { kind: 'look' }, moment(200, 3_942));
  expect([woken.actions, there.actions, there.state.phase.kind]).toEqual([[], [{ kind: 'play' }], 'live']);
  const back = step(there.state, { kind: 'catchUp' }, moment(1_000, 3_943, { paused: false }));
  expect(back.state.phase.kind).toBe('starting');
});
