import type { Row } from '@matinee/testkit/contract-table.ts';

/** A video of Vimeo: recognized, added and played. */
export const vimeoRows: Row[] = [
  {
    name: '[VIM1] a link is recognized',
    as: 'stranger',
    call: 'ProviderCommonService.Recognize',
    request: { texts: ['https://vimeo.com/76979871/8272103f6e#t=90s'] },
    expect: {
      ok: {
        results: [
          {
            provider: 'vimeo',
            source: { vimeo: { video_id: '76979871', hash: '8272103f6e', start_seconds: 90 } },
            format: 'embed',
          },
        ],
      },
    },
  },
  {
    name: '[VIM1] an id of another form is none',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { vimeo: { video_id: 'a/b' } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[VIM2] a video is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { vimeo: { video_id: '76979871', hash: '8272103f6e', start_seconds: 90 } }, name: 'A video' },
    keep: { vimeoMedia: 'media.id' },
    expect: { ok: { media: { name: 'A video' } } },
  },
  {
    name: '[VIM2] started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.vimeoMedia!, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[VIM2] and played by the player of Vimeo',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: {
        playback: {
          provider: 'vimeo',
          playback_infos: {
            direct: {
              medias: [
                { url: '', format: 'embed', embed: { player: 'vimeo', kind: 'video', id: '76979871/8272103f6e' } },
              ],
            },
          },
        },
      },
    },
  },
];
