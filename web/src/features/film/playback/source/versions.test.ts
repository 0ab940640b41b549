import type { Playback } from '@matinee/contract/gen/api.ts';
import { afterEach, expect, test, vi } from 'vitest';
import {
  isRung,
  isSoundAlone,
  modeOf,
  playOtherwise,
  remuxingOf,
  shownVersions,
  soundsOf,
  versionsOf,
  wantedVersion,
} from './versions.ts';

afterEach(() => vi.unstubAllGlobals());

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

test('[SY102] a live stream has smaller versions, and a film has its own', () => {
  const infos = { proxied: {}, proxied_hls: {}, proxied_480p: {}, proxied_sound: {} };
  const stream = { ...playback, playback_infos: infos, media: { source: { rtmp: {} } } } as unknown as Playback;
  expect(versionsOf(stream).filter((version) => isRung(stream, version))).toEqual(['480p', 'sound']);
  expect(versionsOf(playback).filter((version) => isRung(playback, version))).toEqual([]);
  expect(isSoundAlone(stream)).toBe(false);
  wantedVersion.set('sound');
  expect(isSoundAlone(stream)).toBe(true);
  wantedVersion.set('');
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
  expect(playOtherwise(film)).toBe(true);
  expect(modeOf(film)).toBe('direct_converted');
  expect(versionsOf(film)).toEqual(['converted']);
  expect(playOtherwise(film)).toBe(false);
  expect(playOtherwise(filmWith([], { playback_infos: { direct: { medias: [] } } }))).toBe(false);
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

/** A file that this server converts, or not; the browser plays H.264 and AAC and has a media source. */
function fileWith(isConvertible: boolean, codecs: readonly string[], container = 'mpegts', id = 'med_file'): Playback {
  const canPlayType = (type: string) => (/avc1|mp4a/.test(type) ? 'probably' : '');
  vi.stubGlobal('document', { createElement: () => ({ canPlayType }) });
  vi.stubGlobal('MediaSource', { isTypeSupported: (type: string) => !type.includes('mp3') });
  vi.stubGlobal('AudioEncoder', class {});
  const infos = {
    direct: { medias: [{ format: 'file', converted: false }] },
    ...(isConvertible ? { direct_converted: { medias: [{ format: 'hls', converted: true }] } } : {}),
  };
  const tracks = codecs.map((codec) => ({ kind: codec === 'h264' ? 'video' : 'audio', codec, name: '', language: '' }));
  const film = { media_id: id, default_mode: 'direct', playback_kind: 'regular', playback_infos: infos };
  return { ...film, tracks, container } as unknown as Playback;
}

test('[SY98] what a media source takes is remuxed rather than converted, and what the browser plays is left alone', () => {
  const film = fileWith(true, ['h264', 'aac']);
  expect([remuxingOf(film), modeOf(film)]).toEqual(['copied', 'direct']);
  expect(remuxingOf(fileWith(true, ['h264', 'aac'], 'mp4'))).toBe(undefined);
  expect(remuxingOf(fileWith(false, ['h264', 'aac'], 'avi'))).toBe(undefined);
  expect(remuxingOf(fileWith(false, ['h264', 'dts']))).toBe(undefined);
  expect(remuxingOf(fileWith(false, ['h264', 'mp3']))).toBe(undefined);
  Reflect.deleteProperty(globalThis, 'MediaSource');
  expect([remuxingOf(film), modeOf(film)]).toEqual([undefined, 'direct_converted']);
});

test('[SY98] what cannot be remuxed is converted, or else played as it is, and then nothing is left', () => {
  const film = fileWith(true, ['h264', 'aac'], 'mpegts', 'med_broken');
  expect(playOtherwise(film)).toBe(true);
  expect([remuxingOf(film), modeOf(film)]).toEqual([undefined, 'direct_converted']);
  expect(playOtherwise(film)).toBe(false);
  const other = fileWith(false, ['h264', 'aac'], 'mpegts', 'med_other');
  expect(playOtherwise(other)).toBe(true);
  expect([remuxingOf(other), modeOf(other)]).toEqual([undefined, 'direct']);
  expect(playOtherwise(other)).toBe(false);
});

test('[SY98] what a script may not read directly is tried again through the server', () => {
  const film = fileWith(false, ['h264', 'aac'], 'mpegts', 'med_closed');
  playOtherwise(film);
  const { direct } = film.playback_infos;
  const proxied = { ...film, default_mode: 'proxied', playback_infos: { direct, proxied: direct } } as Playback;
  expect([remuxingOf(film), remuxingOf(proxied)]).toEqual([undefined, 'coded']);
});

test('[SY100] AC-3 is left to the server where that converts', () => {
  expect(remuxingOf(fileWith(false, ['h264', 'ac3'], 'mkv'))).toBe('coded');
  const film = fileWith(true, ['h264', 'ac3'], 'mkv');
  expect([remuxingOf(film), modeOf(film)]).toEqual([undefined, 'direct_converted']);
});

test('[SY98] the sounds of a file that the page can remux are offered without a conversion', () => {
  expect(soundsOf(fileWith(false, ['h264', 'aac', 'ac3', 'dts'], 'mkv'))[0]).toHaveLength(2);
});

test('[SY62] versions that this browser can show, besides the one that plays', () => {
  const hevc = { obstacles: [{ reason: 'video_codec', name: 'hevc' }] };
  const infos = { proxied: hevc, proxied_720p: { obstacles: [] }, proxied_480p: hevc, direct_720p: { obstacles: [] } };
  const film = { ...playback, playback_infos: infos } as unknown as Playback;
  expect(shownVersions(film, 'proxied')).toEqual(['720p']);
  expect(shownVersions(film, 'proxied_720p')).toEqual([]);
});
