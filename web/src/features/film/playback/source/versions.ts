import type { MediaTrack, Playback } from '@matinee/contract/gen/api.ts';
import { unplayedContainers } from '@matinee/contract/unplayed-containers.ts';
import { useStore } from '../../../../client/room/hooks.ts';
import { makeStore } from '../../../../client/store.ts';
import { makeStoredChoice, useStoredChoice } from '../../../../ui/stored-choice.ts';
import { isPlayed } from './codecs.ts';
import type { LanguageTrack, Remuxing } from './engines/engine.ts';
import { findTrack, wantedAudio } from './preferences.ts';

/** The version that this person wants if an item has it, such as `720p`; empty: the first one. [SY50] */
export const wantedVersion = makeStoredChoice<string>('matinee.version', (stored) => stored ?? '');

/** The version that this server makes for browsers that cannot play the film as it is. */
const convertedVersion = 'converted';

/** Keys of what this browser has tried in vain to play: see `filmKey` and `remuxKey`. */
const unplayable = makeStore<ReadonlySet<string>>(new Set());

/**
 * Plays a film in the next way from now on, because this browser cannot play it as it does: as it is, remuxed by the
 * page, converted by the server. @returns false if there is none.
 */
export function playOtherwise(playback: Playback): boolean {
  const isRemuxed = remuxingOf(playback) !== undefined;
  if (!isRemuxed && (isConverted(playback) || (!hasConverted(playback) && !mayRemux(playback)))) return false;
  const key = isRemuxed ? remuxKey(playback) : filmKey(playback);
  if (unplayable.get().has(key)) return false;
  unplayable.set(new Set([...unplayable.get(), key]));
  return true;
}

/** Whether the page plays a conversion of this server. */
export function isConverted(playback: Playback): boolean {
  return playback.playback_infos[modeOf(playback)]?.medias.some(({ converted }) => converted) ?? false;
}

/** The version that the person wants. The component is drawn again when anything changes the version that plays. */
export function useVersion(): string {
  useStore(unplayable);
  useStoredChoice(wantedAudio);
  return useStoredChoice(wantedVersion);
}

/**
 * The mode in which this page plays an item: direct or proxied as the server chose, in the version that the person
 * wants; converted where this browser cannot play it otherwise.
 */
export function modeOf(playback: Playback, wanted = wantedVersion.get()): string {
  const { playback_infos, default_mode } = playback;
  const version = needsConversion(playback) ? convertedVersion : wanted;
  const mode = nameOf(wayOf(default_mode), version);
  return mode in playback_infos ? mode : default_mode;
}

/** True when only the server's conversion plays here: neither the browser nor remuxing by the page does. [SY83] */
export function needsConversion(playback: Playback): boolean {
  return hasConverted(playback) && isUnplayed(playback) && !mayRemux(playback);
}

/** Whether this browser cannot play a part of the film as it is. */
function isUnplayed(playback: Playback): boolean {
  const { default_mode, container } = playback;
  const isJudged = default_mode.endsWith(`_${convertedVersion}`) || unplayedContainers.includes(container);
  return isJudged || unplayable.get().has(filmKey(playback)) || lacksTracks(playback, wantedAudio.get());
}

/**
 * How the page remuxes a film; undefined: it does not. `copied` where the server can convert, as it codes sound better
 * than the page. [SY98] [SY99]
 */
export function remuxingOf(playback: Playback): Remuxing | undefined {
  if (!isUnplayed(playback) || !mayRemux(playback)) return undefined;
  return hasConverted(playback) ? 'copied' : 'coded';
}

/** Containers that the page can read; empty: not known yet, so the page looks. */
const remuxedContainers: readonly string[] = ['', 'mpegts', 'mkv', 'mp4', 'mov'];

/** Whether the page can likely remux a film: browsers play the same codecs from a media source as from files. */
function mayRemux(playback: Playback): boolean {
  const { container, tracks, playback_kind, playback_infos, default_mode } = playback;
  const medias = playback_infos[wayOf(default_mode)]?.medias ?? [];
  const isFile = playback_kind === 'regular' && medias.length > 0 && medias.every(({ format }) => format === 'file');
  if (!isFile || !('MediaSource' in globalThis) || !remuxedContainers.includes(container)) return false;
  if (unplayable.get().has(remuxKey(playback))) return false;
  const pictures = tracks.filter(({ kind }) => kind === 'video');
  const sounds = tracks.filter(({ kind }) => kind === 'audio');
  const played = sounds.filter((sound) => isRemuxable(sound, playback));
  const areSounds = hasConverted(playback) ? played.length === sounds.length : sounds.length === 0 || played.length > 0;
  return areSounds && (pictures.length === 0 || pictures.some((picture) => isPlayed(picture, '')));
}

/** Whether the page can remux a sound: it decodes AC-3 where the server converts nothing. */
function isRemuxable(sound: MediaTrack, playback: Playback): boolean {
  // Chromium takes MP3 as a file, but not in MP4.
  if (sound.codec === 'mp3') return MediaSource.isTypeSupported('audio/mp4; codecs="mp3"');
  if (isPlayed(sound, '')) return true;
  return /^e?ac3$/.test(sound.codec) && !hasConverted(playback) && 'AudioEncoder' in globalThis;
}

function hasConverted({ playback_infos, default_mode }: Playback): boolean {
  const info = playback_infos[nameOf(wayOf(default_mode), convertedVersion)];
  return info?.medias.some(({ converted }) => converted) ?? false;
}

/**
 * Whether the browser cannot play a wanted part of the film: the picture, the sound, or a sound other than the first.
 * Browsers cannot switch the sound of a file.
 */
function lacksTracks({ tracks, container }: Playback, wantedSound: string): boolean {
  const ofKind = (kind: MediaTrack['kind']) => tracks.filter((track) => track.kind === kind);
  const isLacking = (some: readonly MediaTrack[]) =>
    some.length > 0 && !some.some((track) => isPlayed(track, container));
  const sounds = ofKind('audio');
  const wanted = sounds.length > 1 && wantedSound !== '' ? findTrack(sounds, wantedSound) : undefined;
  const first = sounds.find((sound) => sound.default) ?? sounds[0];
  return isLacking(ofKind('video')) || isLacking(sounds) || (wanted !== undefined && wanted !== first);
}

/** The sounds of a file that remuxing or converting lets a person choose, and the one that plays otherwise. */
export function soundsOf(playback: Playback): readonly [sounds: readonly LanguageTrack[], playing: string | undefined] {
  const isEach = hasConverted(playback);
  if (!isEach && !mayRemux(playback)) return [[], undefined];
  const tracks = playback.tracks.filter((track) => track.kind === 'audio' && (isEach || isRemuxable(track, playback)));
  const sounds = tracks.map(({ name, language }, i) => ({ id: String(i), name, language }));
  const standard = tracks.findIndex((track) => track.default);
  return [sounds, String(Math.max(0, standard))];
}

/** The key of a film in `unplayable`. It names the way: what does not play directly may play through the server. */
function filmKey({ media_id, media, default_mode }: Playback): string {
  return `${media_id} ${media?.version} ${wayOf(default_mode)}`;
}

function remuxKey(playback: Playback): string {
  return `${filmKey(playback)} remuxed`;
}

/** The versions of an item. The first one is an empty string. */
export function versionsOf(playback: Playback): readonly string[] {
  if (needsConversion(playback)) return [convertedVersion];
  const { playback_infos, default_mode } = playback;
  const way = wayOf(default_mode);
  const others = Object.keys(playback_infos)
    .filter((mode) => mode.startsWith(`${way}_`))
    .map((mode) => mode.slice(way.length + 1));
  return ['', ...others];
}

/** Whether a version is a smaller one of a live stream. The stream may lack it now: see `useRungs`. [SY102] */
export function isRung({ media }: Playback, version: string): boolean {
  const isOwnStream = media?.source?.rtmp !== undefined || media?.source?.live_proxy !== undefined;
  return isOwnStream && version !== '' && version !== 'hls';
}

/** Whether the page plays the sound of a live stream alone, because the person wants that. */
export function isSoundAlone(playback: Playback): boolean {
  return modeOf(playback).endsWith('_sound') && isRung(playback, 'sound');
}

/** Versions besides `mode` that this browser can play, as far as the server knows the browser. [SY62] */
export function shownVersions(playback: Playback, mode: string): readonly string[] {
  const way = wayOf(playback.default_mode);
  return versionsOf(playback).filter((version) => {
    const name = nameOf(way, version);
    return name !== mode && !isRung(playback, version) && playback.playback_infos[name]?.obstacles.length === 0;
  });
}

/** The way of a mode: `direct` or `proxied`. */
function wayOf(mode: string): string {
  return mode.split('_', 1)[0] ?? '';
}

/** The name of a mode: `direct` or `direct_720p`. */
function nameOf(way: string, version: string): string {
  return version === '' ? way : `${way}_${version}`;
}
