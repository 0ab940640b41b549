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
    expect: { ok: { media: { name: 'Monstercat: Live 9' } } },
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
  ...apiRows(),
];

/** Folders and searches with the operator's client. the fake server of the contract table is `twitch.fake.ts`. */
function apiRows(): Row[] {
  const call = (method: string) => `TwitchProviderService.${method}`;
  return [
    {
      name: '[TW4] nobody has an account at first, and the server asks by itself',
      as: 'owner',
      call: call('GetBinds'),
      expect: { ok: { accounts: [], has_operator_account: true } },
    },
    {
      name: '[TW7] [PV40] an item that is added without a name gets that of the site',
      as: 'owner',
      call: 'RoomService.AddMedia',
      request: { source: { twitch: { kind: 'video', id: '123456789' } } },
      expect: { ok: { media: { name: 'An evening' } } },
    },
    {
      name: '[TW5] a page of what is live',
      as: 'owner',
      call: call('List'),
      request: { folder: 'live', page_size: 5 },
      keep: { twitchCursor: 'next_cursor' },
      expect: {
        ok: {
          entries: [
            { name: 'CHANNEL0: Live 0', source: { twitch: { kind: 'channel', id: 'channel0' } }, format: 'embed' },
            ...[1, 2, 3, 4].map((at) => ({ name: `CHANNEL${at}: Live ${at}` })),
          ],
          path: [{ folder: 'live', name: 'Live now' }],
        },
      },
    },
    {
      name: '[TW5] [PV12] the page after it',
      as: 'owner',
      call: call('List'),
      request: (w) => ({ folder: 'live', page_size: 5, cursor: w.kept.twitchCursor! }),
      expect: { ok: { entries: [{ name: 'CHANNEL5: Live 5' }, { name: 'CHANNEL6: Live 6' }], next_cursor: '' } },
    },
    {
      name: '[PV12] a cursor of another folder',
      as: 'owner',
      call: call('List'),
      request: (w) => ({ folder: 'categories', cursor: w.kept.twitchCursor! }),
      expect: { error: 'providers.invalid_cursor' },
    },
    {
      name: '[TW5] what is followed needs an account',
      as: 'owner',
      call: call('List'),
      request: { folder: 'followed' },
      expect: { error: 'providers.upstream_missing' },
    },
    {
      name: '[TW6] a search finds channels',
      as: 'owner',
      call: call('Search'),
      request: { text: 'monster' },
      expect: { ok: { entries: [{ name: 'Monstercat', folder: 'channel/monstercat' }], next_cursor: '' } },
    },
    {
      name: '[PV12] a cursor of a list serves no search',
      as: 'owner',
      call: call('Search'),
      request: (w) => ({ text: 'monster', cursor: w.kept.twitchCursor! }),
      expect: { error: 'providers.invalid_cursor' },
    },
    {
      name: '[TW4] a sign-in begins with a page of Twitch and a code',
      as: 'owner',
      call: call('StartLoginFlow'),
      keep: { twitchFlow: 'flow' },
      expect: {
        ok: { login_url: 'https://www.twitch.tv/activate?device-code=ABCDEFGH', user_code: 'ABCDEFGH' },
      },
    },
    {
      name: '[TW4] and waits until its person agrees',
      as: 'owner',
      call: call('PollLoginFlow'),
      request: (w) => ({ flow: w.kept.twitchFlow! }),
      expect: { ok: {} },
    },
    {
      name: '[PV32] for whoever began it',
      as: 'member',
      call: call('PollLoginFlow'),
      request: (w) => ({ flow: w.kept.twitchFlow! }),
      expect: { error: 'providers.invalid_flow' },
    },
    {
      name: '[TW4] who then has an account',
      as: 'owner',
      call: call('PollLoginFlow'),
      request: (w) => ({ flow: w.kept.twitchFlow! }),
      keep: { twitchAccount: 'account_id' },
      expect: { ok: {} },
    },
    {
      name: '[TW5] which has what it follows',
      as: 'owner',
      call: call('List'),
      request: (w) => ({ account_id: w.kept.twitchAccount!, folder: 'followed' }),
      expect: { ok: { entries: [{ name: 'CHANNEL1: Live 1' }] } },
    },
    ...['GetMe', 'List', 'Logout'].map(
      (method): Row => ({
        name: `[PV11] ${method} with the account of somebody else`,
        as: 'member',
        call: call(method),
        request: (w) => ({ account_id: w.kept.twitchAccount! }),
        expect: { error: 'providers.unknown_account' },
      }),
    ),
    {
      name: '[TW4] Twitch still takes it',
      as: 'owner',
      call: call('GetMe'),
      request: (w) => ({ account_id: w.kept.twitchAccount! }),
      expect: { ok: { account: { provider: 'twitch', host: 'twitch.tv', name: 'anna_films' } } },
    },
    {
      name: '[TW4] it is forgotten',
      as: 'owner',
      call: call('Logout'),
      request: (w) => ({ account_id: w.kept.twitchAccount! }),
      expect: { ok: {} },
    },
  ];
}
