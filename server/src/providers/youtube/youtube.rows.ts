import type { Row } from '@matinee/testkit/contract-table.ts';

const video = 'dQw4w9WgXcQ';

/** Videos of YouTube, added, played and looked for. */
export const youtubeRows: Row[] = [
  {
    name: '[YT1] a link is recognized',
    as: 'stranger',
    call: 'ProviderCommonService.Recognize',
    request: { texts: [`https://youtu.be/${video}?t=90`] },
    expect: {
      ok: {
        results: [
          {
            provider: 'youtube',
            source: { youtube: { video_id: video, start_seconds: 90 } },
            name: `YouTube ${video}`,
            format: 'embed',
          },
        ],
      },
    },
  },
  {
    name: '[YT1] an id of another length is none',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { youtube: { video_id: 'short' } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[YT2] a video is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { youtube: { video_id: video } }, name: 'A video' },
    keep: { youtubeMedia: 'media.id' },
    expect: { ok: { media: { name: 'A video' } } },
  },
  {
    name: '[YT2] started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.youtubeMedia!, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[YT2] and played by the player of YouTube',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: {
        playback: {
          provider: 'youtube',
          default_mode: 'direct',
          playback_infos: {
            direct: {
              medias: [
                { url: '', format: 'embed', proxied: false, embed: { player: 'youtube', kind: 'video', id: video } },
              ],
            },
          },
        },
      },
    },
  },
];
