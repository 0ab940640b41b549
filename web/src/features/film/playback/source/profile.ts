import type { PlaybackProfile } from '@matinee/contract/gen/api.ts';
import { playedCodecs, playedOf } from './codecs.ts';
import { playableFormats } from './engines/load-media.ts';

/** A MIME type for each container. */
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
/** The formats, containers and codecs that this browser says it plays. */
export function playbackProfile(): PlaybackProfile {
  return {
    formats: [...playableFormats()],
    live_formats: [],
    containers: playedOf(containers),
    codecs: [...playedCodecs()],
    subtitle_formats: ['vtt', 'srt', 'ass'],
    can_set_headers: false,
    is_page_secure: location.protocol === 'https:',
  };
}
