import type { MediaTrack } from '@matinee/contract/gen/api.ts';

/** A MIME type with each codec, in one of its containers. */
const types: Readonly<Record<string, string>> = {
  h264: 'video/mp4; codecs="avc1.64001f"',
  hevc: 'video/mp4; codecs="hvc1.1.6.L93.B0"',
  av1: 'video/mp4; codecs="av01.0.04M.08"',
  vp8: 'video/webm; codecs="vp8"',
  vp9: 'video/webm; codecs="vp09.00.10.08"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
  mp3: 'audio/mpeg',
  opus: 'audio/webm; codecs="opus"',
  vorbis: 'audio/webm; codecs="vorbis"',
  flac: 'audio/flac',
  ac3: 'audio/mp4; codecs="ac-3"',
  eac3: 'audio/mp4; codecs="ec-3"',
  pcm: 'audio/wav; codecs="1"',
};

/** The codecs that this browser says it plays, by the names of tracks. */
export const playedCodecs = (): readonly string[] => playedOf(types);

/** The names of the MIME types that this browser says it plays. */
export function playedOf(types: Readonly<Record<string, string>>): string[] {
  const element = document.createElement('video');
  return Object.keys(types).filter((name) => element.canPlayType(types[name] ?? '') !== '');
}

/**
 * The codecs that a film needs and this browser does not play, by their common names. `container`: that of the film;
 * empty: unknown.
 */
export function missingCodecs(tracks: readonly MediaTrack[], container: string): readonly string[] {
  const known = new Set(container === 'mkv' ? playedInMatroska() : playedCodecs());
  const needed = tracks.filter(({ kind }) => kind !== 'subtitle').map(({ codec }) => codec);
  return [...new Set(needed)].filter((codec) => codec !== '' && !known.has(codec)).map((codec) => codec.toUpperCase());
}

/** Whether the browser plays a track. What the server cannot name, browsers do not know either. */
export function isPlayed(track: MediaTrack, container: string): boolean {
  return track.codec !== '' && missingCodecs([track], container).length === 0;
}

/** Firefox plays MP3 and FLAC, but not in Matroska, and then it says nothing. */
function playedInMatroska(): readonly string[] {
  const inMatroska = Object.entries(types).map(([name, type]) => {
    const [, codec] = /codecs="(.+)"/.exec(type) ?? [];
    return [name, `video/x-matroska; codecs="${codec ?? name}"`] as const;
  });
  const played = playedOf(Object.fromEntries(inMatroska));
  // A browser that knows no Matroska says so when it loads the film.
  return played.length === 0 ? playedCodecs() : [...played, 'pcm'];
}
