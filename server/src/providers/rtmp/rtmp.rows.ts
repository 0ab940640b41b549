import type { Row } from '@matinee/testkit/contract-table.ts';

const own = { proxied: true };

/** A live stream to this server: added, and played from the server's own addresses. */
export const rtmpRows: Row[] = [
  {
    name: '[RMP1] the place of a live stream is added without anything to fill in',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { rtmp: {} } },
    keep: { liveMedia: 'media.id' },
    expect: { ok: { media: { name: 'Live stream', source: { rtmp: {} } } } },
  },
  {
    name: '[RMP1] it is started before anything is sent to it',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.liveMedia! }),
    expect: { ok: {} },
  },
  {
    name: '[RMP1] [RMP2] and plays as FLV or HLS, from here',
    as: 'member',
    call: 'RoomService.GetPlayback',
    request: { proxy_mode: 'direct_only' },
    expect: {
      ok: {
        playback: {
          provider: 'rtmp',
          playback_kind: 'live',
          default_mode: 'proxied',
          playback_infos: {
            proxied: {
              medias: [
                { name: 'FLV', format: 'flv', ...own },
                { name: 'HLS', format: 'hls', ...own },
              ],
            },
            proxied_hls: { medias: [{ name: 'HLS', format: 'hls', ...own }] },
          },
        },
      },
    },
  },
  {
    name: '[RMP2] a policy says that it is sent here',
    as: 'owner',
    call: 'ProviderCommonService.ResolvePlaybackProxyPolicy',
    request: { source: { rtmp: {} } },
    expect: { ok: { policy: { is_proxied: true, has_choice: false, reasons: ['own_stream'] } } },
  },
];
