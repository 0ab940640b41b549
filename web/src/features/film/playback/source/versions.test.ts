import type { Playback } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { modeOf, shownVersions, versionsOf } from './versions.ts';

const playback = {
  default_mode: 'proxied',
  playback_infos: { proxied: {}, direct: {}, proxied_720p: {}, direct_720p: {}, proxied_480p: {} },
} as unknown as Playback;

test('[SY50] the versions of an item, in its order', () => {
  expect(versionsOf(playback)).toEqual(['', '720p', '480p']);
  expect(versionsOf({ ...playback, default_mode: 'direct' })).toEqual(['', '720p']);
});

test('[SY50] a wanted version plays the way that the server chose, where the item has it', () => {
  expect(modeOf(playback, '720p')).toBe('proxied_720p');
  expect(modeOf({ ...playback, default_mode: 'direct' }, '720p')).toBe('direct_720p');
  expect(modeOf({ ...playback, default_mode: 'direct' }, '480p')).toBe('direct');
  expect(modeOf(playback, '')).toBe('proxied');
});

test('[SY62] versions that this browser can show, besides the one that plays', () => {
  const hevc = { obstacles: [{ reason: 'video_codec', name: 'hevc' }] };
  const infos = { proxied: hevc, proxied_720p: { obstacles: [] }, proxied_480p: hevc, direct_720p: { obstacles: [] } };
  const film = { ...playback, playback_infos: infos } as unknown as Playback;
  expect(shownVersions(film, 'proxied')).toEqual(['720p']);
  expect(shownVersions(film, 'proxied_720p')).toEqual([]);
});
