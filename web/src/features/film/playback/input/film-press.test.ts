import { expect, test } from 'vitest';
import { type FilmPressActions, type Press, pressOnce, pressTwice } from './film-press.ts';

const mouse: Press = { isTouch: false, wereControlsShown: true };
const finger: Press = { isTouch: true, wereControlsShown: true };

function doneBy(press: (actions: FilmPressActions) => void, mayControl = true): string {
  let done = 'nothing';
  press({
    areControlsShown: true,
    togglePlay: () => (done = 'play'),
    seekBy: mayControl ? (seconds) => (done = `seek ${seconds}`) : undefined,
    toggleFullScreen: () => (done = 'full screen'),
    hideControls: () => (done = 'hide'),
  });
  return done;
}

test('[SY33] a click plays or pauses', () => {
  expect(doneBy((actions) => pressOnce(mouse, actions))).toBe('play');
});

test('[SY34] a tap sends controls away that were there, and leaves the room alone', () => {
  expect(doneBy((actions) => pressOnce(finger, actions))).toBe('hide');
  expect(doneBy((actions) => pressOnce({ ...finger, wereControlsShown: false }, actions))).toBe('nothing');
});

test('[SY33] a double click switches full screen wherever it falls', () => {
  for (const place of [0.1, 0.5, 0.9])
    expect(doneBy((actions) => pressTwice(mouse, place, actions))).toBe('full screen');
});

test('[SY34] two taps at a side jump, in the middle and for those who may not they switch full screen', () => {
  const taps = (place: number, mayControl = true) =>
    doneBy((actions) => pressTwice(finger, place, actions), mayControl);
  expect([taps(0.3), taps(0.35), taps(0.65), taps(0.7)]).toEqual(['seek -10', 'full screen', 'full screen', 'seek 10']);
  expect(taps(0.1, false)).toBe('full screen');
});
