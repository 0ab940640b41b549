import { expect, test } from 'vitest';
import { trackNames } from './track-names.ts';

const named = (...tracks: [name: string, language: string][]) =>
  trackNames(
    tracks.map(([name, language]) => ({ name, language })),
    'en',
  );

test('[SY51] a track whose name a program made up is called by its language', () => {
  expect(named(['audio_1', 'de'], ['audio_2', 'eng'], ['SoundHandler', 'ger'], ['fr', 'fr'])).toEqual([
    ...['German', 'English', 'German 2', 'French'],
  ]);
});

test('[SY51] a name that somebody gave stays', () => {
  expect(named(['Director’s commentary', 'en'], ['Deutsch', 'de'], ['Deutsch', 'de'])).toEqual([
    ...['Director’s commentary', 'Deutsch', 'Deutsch 2'],
  ]);
});

test('[SY51] of a track about which nothing is known nothing is said', () => {
  expect(named(['audio_1', ''], ['', 'und'], ['Track 3', ''])).toEqual(['', '', '']);
  expect(named(['audio_1', '!'])).toEqual(['!']);
});
