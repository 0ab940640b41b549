import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { breakIn } from './use-break.ts';

test('[SY87] a break counts down to its end, and is none while the room plays', () => {
  const state = { is_playing: false, break_time: { until_ms: 61_500, goes_on: true } } as PlaybackState;
  expect(breakIn(state, 0)).toEqual({ goesOn: true, untilMs: 61_500, secondsLeft: 62 });
  expect(breakIn(state, 60_501)).toEqual({ goesOn: true, untilMs: 61_500, secondsLeft: 1 });
  expect(breakIn(state, 99_999)).toEqual({ goesOn: true, untilMs: 61_500, secondsLeft: 0 });
  expect(breakIn({ ...state, is_playing: true }, 0)).toBeUndefined();
  expect(breakIn({ is_playing: false } as PlaybackState, 0)).toBeUndefined();
});
