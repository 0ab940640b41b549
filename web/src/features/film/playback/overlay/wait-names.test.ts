import { expect, test } from 'vitest';
import { namesOf } from './wait-names.ts';

const waiting = (...names: string[]) =>
  names.map((name) => ({ user_id: `usr_${name}`, username: name, display_name: name }));

test('[SY42] the person at the page reads "you", and first', () => {
  expect(namesOf(waiting('ben', 'anna'), 'usr_anna', 'you')).toEqual({ names: ['you', 'ben'], others: 0 });
  expect(namesOf(waiting('ben'), 'usr_anna', 'you')).toEqual({ names: ['ben'], others: 0 });
});

test('[SY42] three are named, the rest is counted, and oneself is never among the rest', () => {
  expect(namesOf(waiting('a', 'b', 'c', 'd', 'anna'), 'usr_anna', 'you')).toEqual({
    names: ['you', 'a', 'b'],
    others: 2,
  });
});
