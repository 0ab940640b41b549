import type { Playback } from '@matinee/contract/gen/api.ts';
import { makeStoredChoice } from '../../../../ui/stored-choice.ts';

/** The version that this person wants if an item has it, such as `720p`; empty: the first one. [SY50] */
export const wantedVersion = makeStoredChoice<string>('matinee.version', (stored) => stored ?? '');

/**
 * The mode in which this page plays an item: direct or proxied as the server chose, in the version that the person
 * wants.
 */
export function modeOf({ playback_infos, default_mode }: Playback, wanted = wantedVersion.get()): string {
  const mode = nameOf(default_mode.split('_', 1)[0] ?? '', wanted);
  return mode in playback_infos ? mode : default_mode;
}

/** The versions of an item. The first one is an empty string. */
export function versionsOf({ playback_infos, default_mode }: Playback): readonly string[] {
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
