import { expect, test } from 'vitest';
import { homeSearch } from './home-search.ts';

test('[WRL5] the address of the start page says what is searched for', () => {
  expect(homeSearch({ q: 'noir', live: true, category: 'cat_1', labels: 'lab_1,lab_2' })).toEqual({
    q: 'noir',
    live: true,
    category: 'cat_1',
    labels: 'lab_1,lab_2',
  });
  expect(homeSearch({ q: 2026 })).toEqual({ q: '2026' });
});

test('[WRL5] what makes no sense in it is left out', () => {
  expect(homeSearch({ q: { a: 1 }, live: false, category: '', labels: ['x'], create: 0, other: 'y' })).toEqual({});
});
