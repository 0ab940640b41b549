import { expect, test } from 'vitest';
import { type KeyActions, runKey } from './key-actions.ts';

/** The action of `key` in words; undefined when the player does not use the key. */
function doneBy(key: string): string | undefined {
  let done = '';
  const actions: KeyActions = {
    togglePlay: () => (done = 'play'),
    seekBy: (seconds) => (done = `seek ${seconds}`),
    toggleMute: () => (done = 'mute'),
    changeVolume: (step) => (done = `volume ${step}`),
    toggleFullScreen: () => (done = 'full screen'),
    toggleDanmaku: () => (done = 'comments'),
  };
  return runKey(key, actions) ? done : undefined;
}

test.each([
  [' ', 'play'],
  ['k', 'play'],
  ['j', 'seek -10'],
  ['arrowleft', 'seek -10'],
  ['l', 'seek 10'],
  ['arrowright', 'seek 10'],
  ['arrowup', 'volume 0.1'],
  ['arrowdown', 'volume -0.1'],
  ['m', 'mute'],
  ['f', 'full screen'],
  ['d', 'comments'],
])('the key %j: %s', (key, done) => {
  expect(doneBy(key)).toBe(done);
});

test('keys of others are left alone', () => {
  expect([doneBy('x'), doneBy('enter')]).toEqual([undefined, undefined]);
});
