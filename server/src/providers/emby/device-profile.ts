import type { Player } from '../player.ts';

/** The formats that all current browsers can play, for unknown players. */
const commonProfile = {
  Name: 'Matinee',
  MaxStreamingBitrate: 120_000_000,
  MaxStaticBitrate: 120_000_000,
  DirectPlayProfiles: [
    { Type: 'Video', Container: 'mp4,m4v,mov', VideoCodec: 'h264,vp9,av1', AudioCodec: 'aac,mp3,opus,flac' },
    { Type: 'Video', Container: 'webm', VideoCodec: 'vp8,vp9,av1', AudioCodec: 'vorbis,opus' },
    { Type: 'Audio', Container: 'mp3' },
    { Type: 'Audio', Container: 'aac' },
    { Type: 'Audio', Container: 'm4a,m4b,mp4', AudioCodec: 'aac' },
    { Type: 'Audio', Container: 'flac' },
    { Type: 'Audio', Container: 'ogg,oga,webm,webma', AudioCodec: 'vorbis,opus' },
    { Type: 'Audio', Container: 'wav' },
  ],
  TranscodingProfiles: [
    {
      Type: 'Video',
      Container: 'ts',
      Protocol: 'hls',
      VideoCodec: 'h264',
      AudioCodec: 'aac,mp3',
      Context: 'Streaming',
      MaxAudioChannels: '2',
      MinSegments: 1,
      BreakOnNonKeyFrames: true,
    },
    { Type: 'Audio', Container: 'ts', Protocol: 'hls', AudioCodec: 'aac', Context: 'Streaming', MaxAudioChannels: '2' },
  ],
  CodecProfiles: [
    // Browsers decode 8-bit H.264, but not 10-bit, which editors export.
    {
      Type: 'Video',
      Codec: 'h264',
      Conditions: [{ Condition: 'LessThanEqual', Property: 'VideoBitDepth', Value: '8', IsRequired: false }],
    },
  ],
  SubtitleProfiles: [{ Format: 'vtt', Method: 'External' }],
} as const;

interface DirectPlay {
  readonly Type: 'Video' | 'Audio';
  /** The servers' names, by ours. */
  readonly containers: Readonly<Record<string, string>>;
  readonly video?: readonly string[];
  readonly audio: readonly string[];
}

/** The codecs in each container that players in browsers support. */
const directPlays: readonly DirectPlay[] = [
  {
    Type: 'Video',
    containers: { mp4: 'mp4,m4v', mov: 'mov' },
    video: ['h264', 'hevc', 'av1', 'vp9', 'mpeg4'],
    audio: ['aac', 'mp3', 'opus', 'flac', 'ac3', 'eac3', 'alac'],
  },
  { Type: 'Video', containers: { webm: 'webm' }, video: ['vp8', 'vp9', 'av1'], audio: ['vorbis', 'opus'] },
  {
    Type: 'Video',
    containers: { mkv: 'mkv' },
    video: ['h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4'],
    audio: ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'ac3', 'eac3', 'dts', 'alac', 'pcm'],
  },
  {
    Type: 'Video',
    containers: { mpegts: 'ts,mpegts,m2ts' },
    video: ['h264', 'hevc', 'mpeg2'],
    audio: ['aac', 'mp3', 'ac3', 'eac3'],
  },
  { Type: 'Audio', containers: { mp3: 'mp3' }, audio: ['mp3'] },
  { Type: 'Audio', containers: { adts: 'aac' }, audio: ['aac'] },
  { Type: 'Audio', containers: { mp4: 'm4a,m4b,mp4' }, audio: ['aac', 'alac', 'flac', 'opus', 'ac3', 'eac3'] },
  { Type: 'Audio', containers: { flac: 'flac' }, audio: ['flac'] },
  { Type: 'Audio', containers: { ogg: 'ogg,oga', webm: 'webm,webma' }, audio: ['vorbis', 'opus', 'flac'] },
  { Type: 'Audio', containers: { wav: 'wav' }, audio: ['pcm'] },
];

/** Codec names of the servers that differ from ours. */
const serverNames: Readonly<Record<string, string>> = { mpeg2: 'mpeg2video', pcm: 'pcm_s16le,pcm_s24le' };

/**
 * A player's capabilities in the form of Jellyfin and Emby (`DeviceProfile`). The server responds with the parts of a
 * film that play directly, and where it would transcode. Pure. [EB12]
 */
export function deviceProfileFor(player: Player | undefined) {
  if (!player) return commonProfile;
  const { subtitleFormats } = player;
  const isKnown = player.containers.length > 0 && player.codecs.length > 0;
  return {
    ...commonProfile,
    ...(isKnown ? { DirectPlayProfiles: directPlays.flatMap((one) => directPlayOf(one, player)) } : {}),
    SubtitleProfiles: [
      { Format: 'vtt', Method: 'External' },
      // In other formats the subtitles lose their positions and styles.
      ...(subtitleFormats.includes('ass') ? ['ass', 'ssa'].map((Format) => ({ Format, Method: 'External' })) : []),
    ],
  };
}

function directPlayOf({ Type, containers, video, audio }: DirectPlay, player: Player) {
  const names = Object.entries(containers).flatMap(([ours, theirs]) =>
    player.containers.includes(ours) ? [theirs] : [],
  );
  const played = (codecs: readonly string[]) =>
    codecs
      .filter((codec) => player.codecs.includes(codec))
      .map((codec) => serverNames[codec] ?? codec)
      .join();
  const [VideoCodec, AudioCodec] = [played(video ?? []), played(audio)];
  if (names.length === 0 || AudioCodec === '' || (video && VideoCodec === '')) return [];
  return [{ Type, Container: names.join(), AudioCodec, ...(video ? { VideoCodec } : {}) }];
}

/** Selectable qualities, largest first. Both servers offer these bit rates to their own players. */
export const qualities = [
  { name: '1080p', height: 1_080, maxBitrate: 10_000_000 },
  { name: '720p', height: 720, maxBitrate: 4_000_000 },
  { name: '480p', height: 480, maxBitrate: 1_500_000 },
] as const;
