import type { Playback } from '@matinee/contract/gen/api.ts';
import { makeKept } from '../../../../ui/kept.ts';

/** The version of films, `720p`, that this person wants where an item has it; empty: the one that comes first. [SY50] */
export const wantedVersion = makeKept<string>('matinee.version', (stored) => stored ?? '');

/** The way in which this page plays an item: as the server chose between direct and proxied, in the version that the person wants. */
export function modeOf({ playback_infos, default_mode }: Playback, wanted = wantedVersion.get()): string {
  const mode = nameOf(default_mode.split('_', 1)[0] ?? '', wanted);
  return mode in playback_infos ? mode : default_mode;
}

/** The versions of an item, the first one as an empty text. */
export function versionsOf({ playback_infos, default_mode }: Playback): readonly string[] {
  const way = default_mode.split('_', 1)[0] ?? '';
  const others = Object.keys(playback_infos)
    .filter((mode) => mode.startsWith(`${way}_`))
    .map((mode) => mode.slice(way.length + 1));
  return ['', ...others];
}

/** Versions besides `mode` that nothing stands in the way of, as far as the server knows this browser. [SY62] */
export function shownVersions(playback: Playback, mode: string): readonly string[] {
  const way = playback.default_mode.split('_', 1)[0] ?? '';
  return versionsOf(playback).filter((version) => {
    const name = nameOf(way, version);
    return name !== mode && playback.playback_infos[name]?.obstacles.length === 0;
  });
}

/** `direct`, or `direct_720p`. */
function nameOf(way: string, version: string): string {
  return version === '' ? way : `${way}_${version}`;
}
