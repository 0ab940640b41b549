import type { Row } from '@matinee/testkit/contract-table.ts';

/** A channel of Twitch: recognized, added and played. */
export const twitchRows: Row[] = [
  {
    name: '[TW1] a link is recognized',
    as: 'stranger',
    call: 'ProviderCommonService.Recognize',
    request: { texts: ['https://www.twitch.tv/videos/123456789?t=90s'] },
    expect: {
      ok: {
        results: [
          {
            provider: 'twitch',
            source: { twitch: { kind: 'video', id: '123456789', start_seconds: 90 } },
            format: 'embed',
          },
        ],
      },
    },
  },
  {
    name: '[TW3] a name is no number of a video',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { twitch: { kind: 'video', id: 'monstercat' } } },
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[TW2] a channel is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { twitch: { kind: 'channel', id: 'monstercat' } } },
    keep: { twitchMedia: 'media.id' },
    expect: { ok: { media: { name: 'monstercat (Twitch)' } } },
  },
  {
    name: '[TW2] started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.twitchMedia! }),
    expect: { ok: {} },
  },
  {
    name: '[TW2] and played live by the player of Twitch',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: {
        playback: {
          provider: 'twitch',
          playback_kind: 'live',
          playback_infos: { direct: { medias: [{ embed: { player: 'twitch', kind: 'channel', id: 'monstercat' } }] } },
        },
      },
    },
  },
];
