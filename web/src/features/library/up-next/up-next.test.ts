import type { Media, PlaybackState } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { leftMsOf, upNextOf } from './up-next.ts';

const media = (id: string, availability = 'available') => ({ id, availability }) as Media;
const list = [media('a'), media('gone', 'adder_left'), media('b')];

test('[WL14] the next item that can be played is up next, and at the end what the mode says', () => {
  expect(upNextOf(list, true, 'a', 'sequential')).toEqual({ kind: 'item', media: list[2] });
  expect(upNextOf(list, true, 'b', 'sequential')).toEqual({ kind: 'end' });
  expect(upNextOf(list, true, 'b', 'repeat_all')).toEqual({ kind: 'item', media: list[0] });
  expect(upNextOf([media('a')], true, 'a', 'repeat_all')).toEqual({ kind: 'same' });
  expect(upNextOf(list, true, 'a', 'repeat_one')).toEqual({ kind: 'same' });
  expect(upNextOf(list, true, 'a', 'shuffle')).toEqual({ kind: 'random' });
  expect(upNextOf(list.slice(0, 2), true, 'a', 'shuffle')).toEqual({ kind: 'same' });
});

test('[WL14] nobody can tell what follows the loaded part, or an item of another list', () => {
  expect(upNextOf(list, false, 'b', 'repeat_all')).toBeUndefined();
  expect(upNextOf(list, true, 'elsewhere', 'sequential')).toBeUndefined();
});

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
