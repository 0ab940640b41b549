import type { Playback } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { modeOf, playConverted, shownVersions, soundsOf, versionsOf } from './versions.ts';

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

/** A film with one picture and these sounds, which the server may convert. */
function filmWith(sounds: readonly object[], is = {}): Playback {
  const asItIs = { medias: [{ converted: false }] };
  const infos = { direct: asItIs, direct_converted: { medias: [{ converted: true }] } };
  const tracks = sounds.map((sound) => ({ kind: 'audio', codec: 'aac', name: '', language: '', ...sound }));
  return { media_id: 'med_1', default_mode: 'direct', playback_infos: infos, tracks, ...is } as unknown as Playback;
}

test('[SY83] a film is converted once the browser has refused it, and once alone', () => {
  const film = filmWith([], { media_id: 'med_refused' });
  expect(modeOf(film)).toBe('direct');
  expect(playConverted(film)).toBe(true);
  expect(modeOf(film)).toBe('direct_converted');
  expect(versionsOf(film)).toEqual(['converted']);
  expect(playConverted(film)).toBe(false);
  expect(playConverted(filmWith([], { playback_infos: { direct: { medias: [] } } }))).toBe(false);
});

test('[SY83] a file of a kind that no browser plays is not tried', () => {
  expect(modeOf(filmWith([], { container: 'avi' }))).toBe('direct_converted');
  expect(modeOf(filmWith([], { container: 'mkv' }))).toBe('direct');
});

test('[SY83] what the server judges by the profile of this browser counts', () => {
  expect(modeOf(filmWith([], { default_mode: 'direct_converted' }))).toBe('direct_converted');
});

test('[SY83] the sounds of a file are offered where it can be converted', () => {
  const sounds = [{ language: 'eng' }, { language: 'deu', name: 'Kommentar', default: true }];
  const [offered, playing] = soundsOf(filmWith(sounds));
  expect(offered.map(({ language, name }) => `${language} ${name}`)).toEqual(['eng ', 'deu Kommentar']);
  expect(playing).toBe('1');
  expect(soundsOf(filmWith(sounds, { playback_infos: { direct: { medias: [] } } }))[0]).toEqual([]);
});

test('[SY62] versions that this browser can show, besides the one that plays', () => {
  const hevc = { obstacles: [{ reason: 'video_codec', name: 'hevc' }] };
  const infos = { proxied: hevc, proxied_720p: { obstacles: [] }, proxied_480p: hevc, direct_720p: { obstacles: [] } };
  const film = { ...playback, playback_infos: infos } as unknown as Playback;
  expect(shownVersions(film, 'proxied')).toEqual(['720p']);
  expect(shownVersions(film, 'proxied_720p')).toEqual([]);
});
