import { expect, test } from 'vitest';
import { talkKey } from './choices.ts';
import { roomEntry } from './room-entry.tsx';
import { fitsToTalk, nameOfKey } from './talk-key.ts';

test('[WVO10] keys are called as they are printed', () => {
  expect(['KeyV', 'Digit1', 'Backquote', 'BracketLeft', 'NumpadAdd'].map(nameOfKey)).toEqual([
    'V',
    '1',
    'Backquote',
    'Bracket Left',
    'Numpad Add',
  ]);
});

test('[WVO10] a key that does something else cannot be held to talk', () => {
  const taken = ['K', 'M'];
  expect(['KeyV', 'Backquote', 'NumpadAdd'].every((code) => fitsToTalk(code, taken))).toBe(true);
  const unfit = ['KeyK', 'KeyM', 'Tab', 'Space', 'Enter', 'Escape', 'ShiftLeft', 'ArrowUp', 'Digit1', 'F5', ''];
  expect(unfit.filter((code) => fitsToTalk(code, taken))).toEqual([]);
});

test('[WVO10] the list of keys has the one that was chosen', () => {
  const caps = () => roomEntry.keys!.find(({ does }) => does === 'talk')!.caps;
  expect(caps()).toEqual(['V']);
  talkKey.set('KeyB');
  expect(caps()).toEqual(['B']);
  talkKey.set('KeyV');
});
