import type { Row } from '@matinee/testkit/contract-table.ts';
import { goodKey, playlistId, spentKey, videoIds } from './youtube.fake.ts';

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
  ...keyRows(),
];

/** Keys, and folders and searches with them. the fake server of the contract table is `youtube.fake.ts`. */
function keyRows(): Row[] {
  const tube = (method: string) => `YoutubeProviderService.${method}`;
  const films = `playlist/${playlistId}`;
  return [
    {
      name: '[YT1] a playlist is a folder',
      as: 'stranger',
      call: 'ProviderCommonService.Recognize',
      request: { texts: [`https://www.youtube.com/playlist?list=${playlistId}`] },
      expect: { ok: { results: [{ provider: 'youtube', folder: films }] } },
    },
    {
      name: '[YT3] [PV40] a video has a name without any key',
      as: 'stranger',
      call: 'ProviderCommonService.Describe',
      request: { source: { youtube: { video_id: videoIds[3]! } } },
      expect: { ok: { name: 'Film 3' } },
    },
    {
      name: '[PV40] what is no source is not asked for',
      as: 'stranger',
      call: 'ProviderCommonService.Describe',
      request: { source: { direct_url: { url: 'ftp://media.example.org/film.mp4' } } },
      expect: { error: 'providers.invalid_source' },
    },
    {
      name: '[PV40] a plain address names itself',
      as: 'stranger',
      call: 'ProviderCommonService.Describe',
      request: { source: { direct_url: { url: 'https://media.example.org/My.Film.mp4' } } },
      expect: { ok: { name: 'My Film' } },
    },
    {
      name: '[PV40] [YT3] an item that is added without a name gets that of the site',
      as: 'owner',
      call: 'RoomService.AddMedia',
      request: { source: { youtube: { video_id: videoIds[4]! } } },
      expect: { ok: { media: { name: 'Film 4' } } },
    },
    {
      name: '[PV40] and so does one that is added by the name that stands in for it',
      as: 'owner',
      call: 'RoomService.AddMedia',
      request: { source: { youtube: { video_id: videoIds[5]! } }, name: `YouTube ${videoIds[5]}` },
      expect: { ok: { media: { name: 'Film 5' } } },
    },
    {
      name: '[YT4] nobody has a key at first',
      as: 'owner',
      call: tube('GetBinds'),
      expect: { ok: { accounts: [] } },
    },
    {
      name: '[YT4] without any key there are no lists',
      as: 'owner',
      call: tube('List'),
      request: { folder: films },
      expect: { error: 'providers.needs_key' },
    },
    {
      name: '[YT4] a key that YouTube refuses is not kept',
      as: 'owner',
      call: tube('Bind'),
      request: { api_key: 'AIzaWrong' },
      expect: { error: 'providers.account_refused' },
    },
    {
      name: '[YT6] nor one whose quota is spent',
      as: 'owner',
      call: tube('Bind'),
      request: { api_key: spentKey },
      expect: { error: 'providers.quota_spent' },
    },
    {
      name: '[YT4] a key that is accepted is kept',
      as: 'owner',
      call: tube('Bind'),
      request: { api_key: goodKey },
      keep: { tubeKey: 'account.id' },
      expect: { ok: { account: { provider: 'youtube', host: 'youtube.com', name: `…${goodKey.slice(-4)}` } } },
    },
    {
      name: '[YT5] a page of a playlist',
      as: 'owner',
      call: tube('List'),
      request: (w) => ({ account_id: w.kept.tubeKey!, folder: films, page_size: 5 }),
      keep: { tubeCursor: 'next_cursor' },
      expect: {
        ok: {
          entries: [
            { name: 'Film 0', source: { youtube: { video_id: videoIds[0]! } }, duration_seconds: 200 },
            ...[1, 2, 3, 4].map((at) => ({ name: `Film ${at}` })),
          ],
          path: [{ folder: films, name: 'Seven films' }],
        },
      },
    },
    {
      name: '[YT5] [PV12] the page after it',
      as: 'owner',
      call: tube('List'),
      request: (w) => ({ account_id: w.kept.tubeKey!, folder: films, page_size: 5, cursor: w.kept.tubeCursor! }),
      expect: { ok: { entries: [{ name: 'Film 5' }, { name: 'Film 6' }], next_cursor: '' } },
    },
    {
      name: '[PV12] a cursor of another playlist',
      as: 'owner',
      call: tube('List'),
      request: (w) => ({ account_id: w.kept.tubeKey!, folder: '', cursor: w.kept.tubeCursor! }),
      expect: { error: 'providers.invalid_cursor' },
    },
    {
      name: '[PV11] a list with the key of somebody else',
      as: 'member',
      call: tube('List'),
      request: (w) => ({ account_id: w.kept.tubeKey!, folder: films }),
      expect: { error: 'providers.unknown_account' },
    },
    {
      name: 'a search finds videos',
      as: 'owner',
      call: tube('Search'),
      request: (w) => ({ account_id: w.kept.tubeKey!, text: 'video-3' }),
      expect: { ok: { entries: [{ name: 'Film 3' }], next_cursor: '' } },
    },
    {
      name: '[PV12] a cursor of a list serves no search',
      as: 'owner',
      call: tube('Search'),
      request: (w) => ({ account_id: w.kept.tubeKey!, text: 'video', cursor: w.kept.tubeCursor! }),
      expect: { error: 'providers.invalid_cursor' },
    },
    {
      name: '[YT3] [YT7] a link is resolved',
      as: 'owner',
      call: tube('Resolve'),
      request: (w) => ({ account_id: w.kept.tubeKey!, link: `https://youtu.be/${videoIds[0]}?t=5` }),
      expect: {
        ok: {
          source: { video_id: videoIds[0]!, start_seconds: 5 },
          name: 'Film 0',
          channel: 'Films',
          duration_seconds: 200,
          is_live: false,
          is_embeddable: true,
          chapters: [{ start_seconds: 0, name: 'Start' }, { name: 'The middle' }, { name: 'End' }],
        },
      },
    },
    {
      name: 'a link to something else names no video',
      as: 'owner',
      call: tube('Resolve'),
      request: { link: 'https://example.org/' },
      expect: { error: 'providers.upstream_missing' },
    },
    {
      name: '[PV11] nobody forgets the key of somebody else',
      as: 'member',
      call: tube('Unbind'),
      request: (w) => ({ account_id: w.kept.tubeKey! }),
      expect: { error: 'providers.unknown_account' },
    },
    {
      name: '[YT4] a key is forgotten',
      as: 'owner',
      call: tube('Unbind'),
      request: (w) => ({ account_id: w.kept.tubeKey! }),
      expect: { ok: {} },
    },
    {
      name: '[YT8] a sign-in begins with a page of Google and a code',
      as: 'owner',
      call: tube('StartLoginFlow'),
      keep: { tubeFlow: 'flow' },
      expect: { ok: { login_url: 'https://www.google.com/device', user_code: 'GQVQ-JKEC' } },
    },
    {
      name: '[YT8] and waits until its person agrees',
      as: 'owner',
      call: tube('PollLoginFlow'),
      request: (w) => ({ flow: w.kept.tubeFlow! }),
      expect: { ok: {} },
    },
    {
      name: '[PV32] for whoever began it',
      as: 'member',
      call: tube('PollLoginFlow'),
      request: (w) => ({ flow: w.kept.tubeFlow! }),
      expect: { error: 'providers.invalid_flow' },
    },
    {
      name: '[YT8] who then has an account',
      as: 'owner',
      call: tube('PollLoginFlow'),
      request: (w) => ({ flow: w.kept.tubeFlow! }),
      keep: { tubeAccount: 'account_id' },
      expect: { ok: {} },
    },
    {
      name: '[YT8] with what it has subscribed to',
      as: 'owner',
      call: tube('List'),
      request: (w) => ({ account_id: w.kept.tubeAccount!, folder: 'subscriptions' }),
      expect: { ok: { entries: [{ name: 'Channel 0' }, { name: 'Channel 1' }, { name: 'Channel 2' }] } },
    },
  ];
}
