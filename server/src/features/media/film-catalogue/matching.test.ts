import { expect, test } from 'vitest';
import { overviewIn } from './catalogued-film.ts';
import { filmRequest } from './film-request.ts';
import { bestMatch } from './matching.ts';

const listed = (id: number, title: string, year?: number, original = title) => ({
  id,
  titles: [title, original],
  year,
});

test.each([
  ['Metropolis.1927.1080p.BluRay.x264-GRP.mkv', { kind: 'film', title: 'Metropolis', year: 1927 }],
  ['Amélie (2001)', { kind: 'film', title: 'Amélie', year: 2001 }],
  ['A.Long.Show.S01E02.mkv', { kind: 'episode', title: 'A Long Show', season: 1, number: 2 }],
])('[FCA1] the name %s tells a film', (name, film) => {
  expect(filmRequest(name)?.film).toEqual(film);
});

test('[FCA1] of a name that tells no film nothing is asked, and two names of one film are one question', () => {
  expect(filmRequest('Our holidays')).toBeUndefined();
  expect(filmRequest('Metropolis.mp4')).toBeUndefined();
  const keys = ['METROPOLIS.1927.720p.WEB-DL.mkv', 'Metropolis (1927)'].map((name) => filmRequest(name)?.key);
  expect(new Set(keys).size).toBe(1);
  expect(filmRequest('A.Long.Show.S01E02.mkv')?.key).not.toBe(filmRequest('A.Long.Show.S01E03.mkv')?.key);
});

test('[FCA2] the result of the same title and year is the film, else one of the same title a year apart', () => {
  const asked = { title: 'Metropolis', year: 1927 };
  const later = listed(1, 'Metropolis', 2001);
  expect(bestMatch([later, listed(2, 'Metropolis', 1927)], asked)?.id).toBe(2);
  expect(bestMatch([later, listed(3, 'METRÓPOLIS', 1926)], asked)?.id).toBe(3);
  expect(bestMatch([later], asked)).toBeUndefined();
  expect(bestMatch([listed(4, 'Metropolis')], asked)).toBeUndefined();
});

test('[FCA2] a film under another title of its year is taken after those of its own title', () => {
  const asked = { title: 'Der Pate', year: 1972 };
  const [first, second] = [listed(1, 'The Godfather', 1972), listed(2, 'Der Pate', 1972)];
  expect(bestMatch([first], asked)?.id).toBe(1);
  expect(bestMatch([first, second], asked)?.id).toBe(2);
  expect(bestMatch([], asked)).toBeUndefined();
});

test('[FCA2] a series without a year is the one of its title, and no other', () => {
  expect(
    bestMatch([listed(1, 'Another Show', 2011), listed(2, 'A Long Show', 2011)], { title: 'A long show' })?.id,
  ).toBe(2);
  expect(bestMatch([listed(1, 'Another Show', 2011)], { title: 'A Long Show' })).toBeUndefined();
});

test('[FCA2] what it is about is read in the language of the person, else in English', () => {
  const film = { title: 'A', overviews: { en: 'City', de: 'Stadt', pt: 'Cidade' }, pageUrl: '' };
  expect(['de-AT', 'pt-BR', 'ja', ''].map((tag) => overviewIn(film, tag))).toEqual(['Stadt', 'Cidade', 'City', 'City']);
});
