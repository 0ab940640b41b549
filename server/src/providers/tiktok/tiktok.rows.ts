import type { Row } from '@matinee/testkit/contract-table.ts';

/** A video of TikTok: recognized, added and played. */
export const tiktokRows: Row[] = [
  {
    name: '[TTK1] a link is recognized',
    as: 'stranger',
    call: 'ProviderCommonService.Recognize',
    request: { texts: ['https://www.tiktok.com/@scout2015/video/6718335390845095173'] },
    expect: {
      ok: {
        results: [
          {
            provider: 'tiktok',
            source: { tiktok: { video_id: '6718335390845095173', user: 'scout2015' } },
            format: 'embed',
          },
        ],
      },
    },
  },
  {
    name: '[TTK1] an id of another form is none',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { tiktok: { video_id: 'a/b' } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[TTK2] a video is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { tiktok: { video_id: '6718335390845095173', user: 'scout2015' } }, name: 'A video' },
    keep: { tiktokMedia: 'media.id' },
    expect: { ok: { media: { name: 'A video' } } },
  },
  {
    name: '[TTK2] started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.tiktokMedia!, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[TTK2] and played by the player of TikTok',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: {
        playback: {
          provider: 'tiktok',
          playback_infos: {
            direct: {
              medias: [
                { url: '', format: 'embed', embed: { player: 'tiktok', kind: 'video', id: '6718335390845095173' } },
              ],
            },
          },
        },
      },
    },
  },
];
