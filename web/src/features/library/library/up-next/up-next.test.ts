import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { leftMsOf } from './up-next.ts';

test('[WL14] the end comes sooner at a higher speed, and not at all while the film stands still', () => {
  const state = { is_playing: true, position_seconds: 40, duration_seconds: 100, speed: 2, start_at_ms: 1_000 };
  const left = (parts: object, nowMs = 1_000) => leftMsOf({ ...state, ...parts } as PlaybackState, nowMs);
  expect([left({}), left({}, 11_000), left({}, 500)]).toEqual([30_000, 20_000, 30_000]);
  expect([left({ is_playing: false }), left({ duration_seconds: undefined }), left({ waiting: {} })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
