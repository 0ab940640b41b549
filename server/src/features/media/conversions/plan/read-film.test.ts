import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeFilmReader } from './read-film.ts';

const signal = new AbortController().signal;
const song = { format: { duration: '8' }, streams: [{ index: 0, codec_type: 'audio', codec_name: 'wmav2' }] };
const minuteMs = 60_000;

/** An ffprobe that says `reports`, one after the other. */
function probing(...reports: readonly unknown[]) {
  const asked: string[] = [];
  return { asked, probe: async (url: string) => reports[asked.push(url) - 1] };
}

test('[CV17] a film that was read for its picture is not read again for its conversion', async () => {
  const clock = new FakeClock();
  const readFilm = makeFilmReader(clock);
  const ffprobe = probing(song, song);
  const first = await readFilm(ffprobe, { url: '/one', identity: 'film' }, signal, true);
  expect(first).toMatchObject({ durationSeconds: 8 });
  clock.advance(9 * minuteMs);
  expect(await readFilm(ffprobe, { url: '/two', identity: 'film' }, signal)).toBe(first);
  expect(ffprobe.asked).toEqual(['/one']);
  clock.advance(2 * minuteMs);
  await readFilm(ffprobe, { url: '/three', identity: 'film' }, signal);
  expect(ffprobe.asked).toEqual(['/one', '/three']);
});

test('[CV17] what is no film, and what has no name of its bytes, is read each time', async () => {
  const readFilm = makeFilmReader(new FakeClock());
  const ffprobe = probing({}, song, song, song);
  expect(await readFilm(ffprobe, { url: '/one', identity: 'film' }, signal)).toBeUndefined();
  expect(await readFilm(ffprobe, { url: '/two', identity: 'film' }, signal)).toBeDefined();
  for (const url of ['/three', '/four']) await readFilm(ffprobe, { url }, signal);
  expect(ffprobe.asked).toHaveLength(4);
});
