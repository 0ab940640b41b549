import type { Row } from '@matinee/testkit/contract-table.ts';

const own = { proxied: true };

/** A live stream on another server: added, and played from this server's own addresses. */
export const liveProxyRows: Row[] = [
  {
    name: '[LPX1] a link to a live stream is recognized',
    as: 'owner',
    call: 'ProviderCommonService.Recognize',
    request: { texts: ['rtmp://live.example.org/app/evening'] },
    expect: { ok: { results: [{ provider: 'live_proxy', name: 'evening', format: 'flv' }] } },
  },
  {
    name: '[LPX1] and so is one to a camera, whose account nobody is shown',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { live_proxy: { url: 'rtsps://ann:pass@camera.example.org/door' } } },
    expect: { ok: { media: { name: 'door', source: { live_proxy: { url: 'rtsps://camera.example.org/door' } } } } },
  },
  {
    name: '[LPX3] the account in an address is shown to nobody',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { live_proxy: { url: 'https://ann:pass@live.example.org/evening.flv' } } },
    keep: { pulledMedia: 'media.id' },
    expect: {
      ok: { media: { name: 'evening', source: { live_proxy: { url: 'https://live.example.org/evening.flv' } } } },
    },
  },
  {
    name: '[LPX4] an address of RTMP has no account',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { live_proxy: { url: 'rtmp://ann:pass@live.example.org/app/evening' } } },
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[LPX2] it is started before anything is pulled',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.pulledMedia! }),
    expect: { ok: {} },
  },
  {
    name: '[LPX2] and plays as FLV or HLS, from here',
    as: 'member',
    call: 'RoomService.GetPlayback',
    request: { proxy_mode: 'direct_only' },
    expect: {
      ok: {
        playback: {
          provider: 'live_proxy',
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
];
