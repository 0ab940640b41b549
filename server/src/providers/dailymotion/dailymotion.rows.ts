import type { Row } from '@matinee/testkit/contract-table.ts';

/** A video of Dailymotion: recognized, added and played. */
export const dailymotionRows: Row[] = [
  {
    name: '[DLY1] a link is recognized',
    as: 'stranger',
    call: 'ProviderCommonService.Recognize',
    request: { texts: ['https://dai.ly/x5e9eog?start=90'] },
    expect: {
      ok: {
        results: [
          {
            provider: 'dailymotion',
            source: { dailymotion: { video_id: 'x5e9eog', start_seconds: 90 } },
            format: 'embed',
          },
        ],
      },
    },
  },
  {
    name: '[DLY1] an id of another form is none',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { dailymotion: { video_id: 'a/b' } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[DLY2] a video is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { dailymotion: { video_id: 'x5e9eog', start_seconds: 90 } }, name: 'A video' },
    keep: { dailymotionMedia: 'media.id' },
    expect: { ok: { media: { name: 'A video' } } },
  },
  {
    name: '[DLY2] started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.dailymotionMedia!, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[DLY2] and played by the player of Dailymotion',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: {
        playback: {
          provider: 'dailymotion',
          playback_infos: {
            direct: {
              medias: [{ url: '', format: 'embed', embed: { player: 'dailymotion', kind: 'video', id: 'x5e9eog' } }],
            },
          },
        },
      },
    },
  },
];
