import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import { host, ids, playlistId } from './peertube.fake.ts';

const source = { peertube: { host, video_id: ids.film } };

const account = (w: World) => ({ account_id: w.kept.peertubeAccount! });

/** A video of a PeerTube server; the fake server of the contract table is `peertube.fake.ts`. */
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
  {
    name: '[PV10] nobody keeps a server at first',
    as: 'owner',
    call: 'PeertubeProviderService.GetBinds',
    expect: { ok: { accounts: [] } },
  },
  {
    name: '[PT6] nor one that is no address',
    as: 'owner',
    call: 'PeertubeProviderService.Login',
    request: { url: 'ftp://peertube.example.org' },
    expect: { error: 'providers.invalid_source' },
  },
  {
    name: '[PT6] a server is kept by its own name',
    as: 'owner',
    call: 'PeertubeProviderService.Login',
    request: ({ homes }) => ({ ...homes.peertube }),
    keep: { peertubeAccount: 'account.id' },
    expect: { ok: { account: { provider: 'peertube', host, name: 'Films for all' } } },
  },
  {
    name: '[PT6] and answers',
    as: 'owner',
    call: 'PeertubeProviderService.GetMe',
    request: account,
    expect: { ok: { account: { provider: 'peertube' } } },
  },
  ...['GetMe', 'List', 'Logout', 'Search'].map(
    (method): Row => ({
      name: `[PV11] ${method} with the server of somebody else`,
      as: 'member',
      call: `PeertubeProviderService.${method}`,
      request: (w) => ({ ...account(w), ...(method === 'Search' ? { text: 'film' } : {}) }),
      expect: { error: 'providers.unknown_account' },
    }),
  ),
  {
    name: '[PT6] what is there begins with its folders',
    as: 'owner',
    call: 'PeertubeProviderService.List',
    request: (w) => ({ ...account(w), page_size: 1 }),
    expect: {
      ok: {
        entries: [
          { name: 'Live now', kind: 'live' },
          { kind: 'channels' },
          { kind: 'playlists' },
          { name: 'Film 0', source: { peertube: { host } }, duration_seconds: 60 },
        ],
      },
    },
  },
  {
    name: '[PT6] a page of a playlist',
    as: 'owner',
    call: 'PeertubeProviderService.List',
    request: (w) => ({ ...account(w), folder: `playlist/${playlistId}`, page_size: 1 }),
    keep: { peertubeCursor: 'next_cursor' },
    expect: { ok: { entries: [{ name: 'Film 0' }], path: [{ name: 'The best' }] } },
  },
  {
    name: '[PV12] a cursor of another folder',
    as: 'owner',
    call: 'PeertubeProviderService.List',
    request: (w) => ({ ...account(w), folder: 'live', cursor: w.kept.peertubeCursor! }),
    expect: { error: 'providers.invalid_cursor' },
  },
  {
    name: '[PT6] a search',
    as: 'owner',
    call: 'PeertubeProviderService.Search',
    request: (w) => ({ ...account(w), text: 'film 3' }),
    expect: { ok: { entries: [{ name: 'Film 3' }] } },
  },
  {
    name: '[PT7] a link to a channel of a server that is kept is a folder',
    as: 'owner',
    call: 'ProviderCommonService.Recognize',
    request: { texts: [`https://${host}/c/films/videos`] },
    expect: { ok: { results: [{ provider: 'peertube', folder: 'channel/films' }] } },
  },
  {
    name: '[PV10] a server is forgotten',
    as: 'owner',
    call: 'PeertubeProviderService.Logout',
    request: account,
    expect: { ok: {} },
  },
];
