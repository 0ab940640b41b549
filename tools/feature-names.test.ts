/** What `npm run new-feature` calls one of the things that a feature is about. */
import { expect, test } from 'vitest';
import { namesOf } from './new-feature/names.ts';

const wings = { wing: 'talk', webWing: 'library' };

test.each([
  ['notes', 'note'],
  ['watch-parties', 'watch_party'],
  ['quizzes', 'quiz'],
  ['matches', 'match'],
  ['boxes', 'box'],
  ['glasses', 'glass'],
  ['chess', 'chess_entry'],
])('one of the %s is a %s', (folder, item) => {
  expect(namesOf(folder, wings, new Set()).itemSnake).toBe(item);
});

test('where English has no rule, the name of one is given', () => {
  const names = namesOf('movies', wings, new Set(), 'movie');
  expect(names).toMatchObject({ folder: 'movies', item: 'Movie', idPrefix: 'movie', itemWords: 'movie' });
});
