import { expect, test } from 'vitest';
import { playingState } from '../sync/simulation.ts';
import { soughtTo, toggled } from './playback-change.ts';

test('play and pause take turns', () => {
  expect(toggled(playingState())).toEqual({ is_playing: false });
  expect(toggled(playingState({ is_playing: false }))).toEqual({ is_playing: true });
  expect(toggled(undefined)).toEqual({ is_playing: true });
});

test('[SY71] what has ended begins again, what is paused just before its end goes on', () => {
  const paused = { is_playing: false, duration_seconds: 60 };
  expect(toggled(playingState({ ...paused, position_seconds: 59.1 }))).toEqual({
    is_playing: true,
    position_seconds: 0,
  });
  expect(toggled(playingState({ ...paused, position_seconds: 58.9 }))).toEqual({ is_playing: true });
  expect(toggled(playingState({ is_playing: false, position_seconds: 59.6 }))).toEqual({ is_playing: true });
});

test('a seek stays within the item', () => {
  const state = playingState({ duration_seconds: 60 });
  expect(soughtTo(state, -5)).toEqual({ position_seconds: 0 });
  expect(soughtTo(state, 30)).toEqual({ position_seconds: 30 });
  expect(soughtTo(state, 90)).toEqual({ position_seconds: 60 });
  expect(soughtTo(playingState(), 90)).toEqual({ position_seconds: 90 });
});
