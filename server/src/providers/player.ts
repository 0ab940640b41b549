/** Capabilities of a viewer's player, for upstreams that choose the form of playback by them. */

/** Words of `PlaybackProfile` that upstreams know; other words are ignored. An empty list: unknown. */
export interface Player {
  readonly containers: readonly string[];
  readonly codecs: readonly string[];
  readonly subtitleFormats: readonly string[];
}

/**
 * Append new words at the end: a player's name refers to words by index, and addresses contain such names for hours.
 */
const words = {
  containers: ['mp4', 'webm', 'mkv', 'mov', 'mpegts', 'ogg', 'mp3', 'wav', 'flac', 'adts'],
  codecs: 'h264 hevc av1 vp8 vp9 mpeg4 mpeg2 aac mp3 opus vorbis flac ac3 eac3 dts alac pcm'.split(' '),
  subtitleFormats: ['vtt', 'srt', 'ass'],
} as const;

const parts = ['containers', 'codecs', 'subtitleFormats'] as const;

/**
 * A short name for all players with the same capabilities, `1ff-1091-7`: a bit mask of words for each list. Empty:
 * unknown. Addresses contain it, so that later requests load media for the same player. Pure.
 */
export function nameOfPlayer(player: Player): string {
  const masks = parts.map((part) =>
    words[part].reduce((mask, word, i) => mask + (player[part].includes(word) ? 2 ** i : 0), 0),
  );
  return masks.every((mask) => mask === 0) ? '' : masks.map((mask) => mask.toString(16)).join('-');
}

/** Undefined for an empty name, and for a name that `nameOfPlayer` does not produce. Pure. */
export function playerNamed(name: string): Player | undefined {
  const masks = /^[0-9a-f]{1,8}(?:-[0-9a-f]{1,8}){2}$/.test(name)
    ? name.split('-').map((mask) => Number.parseInt(mask, 16))
    : [];
  const [containers, codecs, subtitleFormats] = parts.map((part, i) =>
    words[part].filter((_, bit) => Math.floor((masks[i] ?? 0) / 2 ** bit) % 2 === 1),
  ) as [string[], string[], string[]];
  const player = { containers, codecs, subtitleFormats };
  return masks.length > 0 && nameOfPlayer(player) === name ? player : undefined;
}
