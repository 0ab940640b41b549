/**
 * What players in browsers play, as Jellyfin and Emby ask for it (`DeviceProfile`). The server answers what of a film plays as it is, and
 * where it would transcode. The answer serves all viewers, so this is what all of today's browsers have in common.
 */
export const deviceProfile = {
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
    // Browsers decode H.264 with 8 bits, and not what editors write with 10.
    {
      Type: 'Video',
      Codec: 'h264',
      Conditions: [{ Condition: 'LessThanEqual', Property: 'VideoBitDepth', Value: '8', IsRequired: false }],
    },
  ],
  SubtitleProfiles: [{ Format: 'vtt', Method: 'External' }],
} as const;

/** What people choose from, largest first. Bits per second are those that both servers offer their own players. */
export const qualities = [
  { name: '1080p', height: 1_080, maxBitrate: 10_000_000 },
  { name: '720p', height: 720, maxBitrate: 4_000_000 },
  { name: '480p', height: 480, maxBitrate: 1_500_000 },
] as const;
