import type { PlaybackSubtitle } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { trackKey } from '../source/preferences.ts';
import { wantedIndex } from './subtitle-choice.ts';

const track = (language: string, name: string): PlaybackSubtitle => ({ language, name, url: '' });
const available = [track('en', 'English'), track('de', 'Deutsch'), track('de', 'Deutsch (SDH)'), track('', 'film.srt')];

test('[SY52] the same subtitles as in the film before, else those of the same language', () => {
  expect(wantedIndex(available, trackKey(track('de', 'Deutsch (SDH)')), undefined)).toBe(2);
  expect(wantedIndex(available, trackKey(track('de', 'German')), undefined)).toBe(1);
  expect(wantedIndex(available, trackKey(track('', 'film.srt')), undefined)).toBe(3);
  expect(wantedIndex(available, trackKey(track('fr', 'Français')), undefined)).toBeUndefined();
  expect(wantedIndex(available, trackKey(track('', 'other.srt')), undefined)).toBeUndefined();
});

test('[SY52] who has never chosen sees those of the item, who wants none sees none', () => {
  expect(wantedIndex(available, '', 1)).toBe(1);
  expect(wantedIndex(available, '', undefined)).toBeUndefined();
  expect(wantedIndex(available, 'off', 1)).toBeUndefined();
});
