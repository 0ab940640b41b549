import { expect, test } from 'vitest';
import { duckFilm } from '../duck.port.ts';
import { followDucking } from './use-volume.ts';

test('[WCF11] the film is quieter while something else is to be heard, and as loud as before afterwards', () => {
  const film = { volume: 0.8 };
  const leave = followDucking(film);
  const [first, second] = [duckFilm(), duckFilm()];
  expect(film.volume).toBeCloseTo(0.16);
  first();
  first();
  expect(film.volume).toBeCloseTo(0.16);
  second();
  expect(film.volume).toBe(0.8);
  leave();
});

test('[WCF11] a volume that somebody chooses meanwhile stays, and a film that goes is given back as it was', () => {
  const film = { volume: 0.8 };
  const leave = followDucking(film);
  const end = duckFilm();
  film.volume = 0.5;
  end();
  expect(film.volume).toBe(0.5);
  const again = duckFilm();
  expect(film.volume).toBeCloseTo(0.1);
  leave();
  expect(film.volume).toBe(0.5);
  again();
  expect(film.volume).toBe(0.5);
});

test('[WCF11] of several wishes the quietest counts', () => {
  const film = { volume: 0.8 };
  const leave = followDucking(film);
  const records = duckFilm();
  const speaks = duckFilm(0.5);
  expect(film.volume).toBeCloseTo(0.16);
  records();
  expect(film.volume).toBeCloseTo(0.4);
  speaks();
  expect(film.volume).toBe(0.8);
  leave();
});
