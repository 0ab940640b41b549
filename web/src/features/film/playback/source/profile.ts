import type { MediaTrack, PlaybackProfile } from '@matinee/contract/gen/api.ts';
import { playableFormats } from './engines/load-media.ts';

/** A MIME type for each container. For each codec, a type with one of its containers. */
const containers: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  adts: 'audio/aac',
};
const codecs: Readonly<Record<string, string>> = {
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

/** The formats, containers and codecs that this browser says it plays. */
export function playbackProfile(): PlaybackProfile {
  return {
    formats: [...playableFormats()],
    live_formats: [],
    containers: played(containers),
    codecs: played(codecs),
    subtitle_formats: ['vtt', 'srt', 'ass'],
    can_set_headers: false,
    is_page_secure: location.protocol === 'https:',
  };
}

function played(types: Readonly<Record<string, string>>): string[] {
  const element = document.createElement('video');
  return Object.keys(types).filter((name) => element.canPlayType(types[name] ?? '') !== '');
}

/** The codecs that a film needs and this browser does not play, by their common names. */
export function missingCodecs(tracks: readonly MediaTrack[]): readonly string[] {
  const known = new Set(played(codecs));
  const needed = tracks.filter(({ kind }) => kind !== 'subtitle').map(({ codec }) => codec);
  return [...new Set(needed)].filter((codec) => codec !== '' && !known.has(codec)).map((codec) => codec.toUpperCase());
}
