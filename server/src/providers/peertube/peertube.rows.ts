import type { Row } from '@matinee/testkit/contract-table.ts';
import { host, ids } from './peertube.upstream.ts';

const source = { peertube: { host, video_id: ids.film } };

/** A video of a PeerTube server; the upstream of the contract table is `peertube.upstream.ts`. */
export const peertubeRows: Row[] = [
  {
    name: '[PT1] a link is recognized',
    as: 'stranger',
    call: 'ProviderCommonService.Recognize',
    request: { texts: [`https://${host}/videos/watch/${ids.film}`] },
    expect: { ok: { results: [{ provider: 'peertube', source, format: 'hls' }] } },
  },
  {
    name: '[PT1] a host is no address',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { peertube: { host: 'evil.example/x?', video_id: ids.film } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[PT2] [PV40] a video is added by its name',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source },
    keep: { peertubeMedia: 'media.id' },
    expect: { ok: { media: { name: 'What is PeerTube?' } } },
  },
  {
    name: '[PT2] started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.peertubeMedia!, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[PT2] and played from its server',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: {
        playback: {
          provider: 'peertube',
          default_mode: 'direct',
          playback_infos: {
            direct: {
              medias: [{ url: `https://${host}/static/streaming-playlists/hls/film/master.m3u8`, format: 'hls' }],
              subtitles: [{ language: 'de' }, { language: 'fr' }],
            },
          },
          chapters: [
            { start_seconds: 0, name: 'Start' },
            { start_seconds: 60, name: 'End' },
          ],
        },
      },
    },
  },
];
