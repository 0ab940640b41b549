import type { FilmReaction } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { flightsOf, mostInAir, tallyOf } from './flights.ts';

const of = (reaction_key: string, username?: string, count = 1): FilmReaction => ({
  reaction_key,
  count,
  ...(username === undefined ? {} : { user_id: `usr_${username}`, display_name: username }),
});

test('[WFR2] a few fly apart, many of one person as one', () => {
  expect(flightsOf([of('😂', 'anna', 2), of('❤️', 'ben')], 0)).toEqual([
    { emoji: '😂', count: 1, name: 'anna' },
    { emoji: '😂', count: 1, name: 'anna' },
    { emoji: '❤️', count: 1, name: 'ben' },
  ]);
  expect(flightsOf([of('😂', 'anna', 9), of('🔥', undefined, 50)], 0)).toEqual([
    { emoji: '😂', count: 9, name: 'anna' },
    { emoji: '🔥', count: 50, name: '' },
  ]);
});

test('[WFR2] a flood is folded by emoji, and never more are in the air than fit', () => {
  const flood = Array.from({ length: 60 }, (_, i) => of(i % 3 === 0 ? '😂' : '❤️', `user${i}`));
  expect(flightsOf(flood, 0)).toEqual([
    { emoji: '❤️', count: 40, name: '' },
    { emoji: '😂', count: 20, name: '' },
  ]);
  expect(flightsOf(flood, mostInAir - 1)).toEqual([{ emoji: '❤️', count: 40, name: '' }]);
  expect(flightsOf(flood, mostInAir)).toEqual([]);
});

test('[WFR3] they are counted by emoji, and names of other clients are none', () => {
  expect(tallyOf([of('😂', 'anna', 2), of('popcorn', 'ben'), of('❤️'), of('😂', 'ben')])).toEqual([
    { emoji: '😂', count: 3 },
    { emoji: '❤️', count: 1 },
  ]);
  expect(flightsOf([of('popcorn', 'ben')], 0)).toEqual([]);
});
