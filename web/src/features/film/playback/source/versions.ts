import type { MediaTrack, Playback } from '@matinee/contract/gen/api.ts';
import { unplayedContainers } from '@matinee/contract/unplayed-containers.ts';
import { useStore } from '../../../../client/room/hooks.ts';
import { makeStore } from '../../../../client/store.ts';
import { makeStoredChoice, useStoredChoice } from '../../../../ui/stored-choice.ts';
import { isPlayed } from './codecs.ts';
import type { LanguageTrack } from './engines/engine.ts';
import { findTrack, wantedAudio } from './preferences.ts';

/** The version that this person wants if an item has it, such as `720p`; empty: the first one. [SY50] */
export const wantedVersion = makeStoredChoice<string>('matinee.version', (stored) => stored ?? '');

/** The version that this server makes for browsers that cannot play the film as it is. */
const convertedVersion = 'converted';

/** The films that this browser has tried to play as they are, and could not: see `filmKey`. */
const unplayable = makeStore<ReadonlySet<string>>(new Set());

/** Plays a film converted from now on, because this browser cannot play it. @returns false if it is not offered. */
export function playConverted(playback: Playback): boolean {
  if (!hasConverted(playback) || isConverted(playback)) return false;
  unplayable.set(new Set([...unplayable.get(), filmKey(playback)]));
  return true;
}

/** Whether the page plays a conversion of this server. */
export function isConverted(playback: Playback): boolean {
  return playback.playback_infos[modeOf(playback)]?.medias.some(({ converted }) => converted) ?? false;
}

/** Renders anew when another version is to be played; gives the version that the person wants. */
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
  const mode = nameOf(default_mode.split('_', 1)[0] ?? '', version);
  return mode in playback_infos ? mode : default_mode;
}

/** [SY83] */
export function needsConversion(playback: Playback): boolean {
  if (!hasConverted(playback)) return false;
  const isJudged = playback.default_mode.endsWith(`_${convertedVersion}`);
  const isUnplayed = unplayedContainers.includes(playback.container) || unplayable.get().has(filmKey(playback));
  return isJudged || isUnplayed || lacksTracks(playback, wantedAudio.get());
}

function hasConverted({ playback_infos, default_mode }: Playback): boolean {
  const info = playback_infos[nameOf(default_mode.split('_', 1)[0] ?? '', convertedVersion)];
  return info?.medias.some(({ converted }) => converted) ?? false;
}

/**
 * Whether a browser misses a part of the film that was wanted: its picture, its sound, or another sound than the first.
 * Browsers do not change the sound of files.
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

/** The sounds of a file that a person may choose by its conversion, and the one that plays without it. */
export function soundsOf(playback: Playback): readonly [sounds: readonly LanguageTrack[], playing: string | undefined] {
  if (!hasConverted(playback)) return [[], undefined];
  const tracks = playback.tracks.filter(({ kind }) => kind === 'audio');
  const sounds = tracks.map(({ name, language }, i) => ({ id: String(i), name, language }));
  const standard = tracks.findIndex((track) => track.default);
  return [sounds, String(Math.max(0, standard))];
}

function filmKey({ media_id, media }: Playback): string {
  return `${media_id} ${media?.version}`;
}

/** The versions of an item. The first one is an empty string. */
export function versionsOf(playback: Playback): readonly string[] {
  if (needsConversion(playback)) return [convertedVersion];
  const { playback_infos, default_mode } = playback;
  const way = default_mode.split('_', 1)[0] ?? '';
  const others = Object.keys(playback_infos)
    .filter((mode) => mode.startsWith(`${way}_`))
    .map((mode) => mode.slice(way.length + 1));
  return ['', ...others];
}

/** Versions besides `mode` that this browser can play, as far as the server knows the browser. [SY62] */
export function shownVersions(playback: Playback, mode: string): readonly string[] {
  const way = playback.default_mode.split('_', 1)[0] ?? '';
  return versionsOf(playback).filter((version) => {
    const name = nameOf(way, version);
    return name !== mode && playback.playback_infos[name]?.obstacles.length === 0;
  });
}

/** The name of a mode: `direct` or `direct_720p`. */
function nameOf(way: string, version: string): string {
  return version === '' ? way : `${way}_${version}`;
}
