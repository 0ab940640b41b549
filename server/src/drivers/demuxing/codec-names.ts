import type { FilmTrack } from './film-facts.ts';

/** Codec names by the first part of their MIME type parameter (RFC 6381, and the registrations of each codec). */
const families: Readonly<Record<string, readonly [kind: FilmTrack['kind'], name: string]>> = {
  avc1: ['video', 'h264'],
  avc3: ['video', 'h264'],
  hvc1: ['video', 'hevc'],
  hev1: ['video', 'hevc'],
  dvh1: ['video', 'hevc'],
  dvhe: ['video', 'hevc'],
  av01: ['video', 'av1'],
  vp08: ['video', 'vp8'],
  vp8: ['video', 'vp8'],
  vp09: ['video', 'vp9'],
  vp9: ['video', 'vp9'],
  opus: ['audio', 'opus'],
  flac: ['audio', 'flac'],
  'ac-3': ['audio', 'ac3'],
  'ec-3': ['audio', 'eac3'],
  dtsc: ['audio', 'dts'],
  dtse: ['audio', 'dts'],
  dtsh: ['audio', 'dts'],
  wvtt: ['subtitle', 'vtt'],
  stpp: ['subtitle', 'ttml'],
};

/** The codec for `mp4a.40.2` or `hvc1.1.6.L93` in a MIME type. Undefined for a codec without a name here. */
export function codecOf(text: string): { readonly kind: FilmTrack['kind']; readonly name: string } | undefined {
  const lower = text.trim().toLowerCase();
  if (lower.startsWith('mp4a')) {
    // MPEG-1 and MPEG-2 audio have object types of their own (ISO/IEC 14496-1).
    return { kind: 'audio', name: /^mp4a\.(?:69|6b)$/.test(lower) || lower === 'mp4a.40.34' ? 'mp3' : 'aac' };
  }
  const family = families[lower.split('.')[0]!];
  return family && { kind: family[0], name: family[1] };
}

/**
 * Codecs that browsers do not support, by Matroska codec ID (https://www.matroska.org/technical/codec_specs.html) and
 * by sample entry of MP4 and QuickTime (https://mp4ra.org).
 */
const unplayed: Readonly<Record<string, string>> = {
  'A_MPEG/L2': 'mp2',
  'A_MPEG/L1': 'mp1',
  A_TRUEHD: 'truehd',
  A_MLP: 'mlp',
  A_ALAC: 'alac',
  A_WAVPACK4: 'wavpack',
  A_TTA1: 'tta',
  V_MPEG1: 'mpeg1',
  V_MPEG2: 'mpeg2',
  'V_MPEG4/ISO/SP': 'mpeg4',
  'V_MPEG4/ISO/ASP': 'mpeg4',
  'V_MPEG4/ISO/AP': 'mpeg4',
  V_THEORA: 'theora',
  V_PRORES: 'prores',
  V_MJPEG: 'mjpeg',
  alac: 'alac',
  samr: 'amr_nb',
  sawb: 'amr_wb',
  mp4v: 'mpeg4',
  s263: 'h263',
  h263: 'h263',
  jpeg: 'mjpeg',
  mjpa: 'mjpeg',
  mjpb: 'mjpeg',
};

/** The codec for a container's `A_TRUEHD` or `samr`; empty: it has no name here. */
export function unplayedCodec(containerName: unknown): string {
  return (typeof containerName === 'string' && unplayed[containerName]) || '';
}
