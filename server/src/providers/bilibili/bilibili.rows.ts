import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import { favorite, goodSession, video } from './bilibili.fake.ts';

const call = (method: string) => `BilibiliProviderService.${method}`;
const account = (w: World) => ({ account_id: w.kept['bilibiliAccount']! });

/** Videos of Bilibili, found with an account, added and played. */
export const bilibiliRows: Row[] = [
  ...signInRows(),
  ...['GetMe', 'List', 'Search', 'Logout'].map(
    (method): Row => ({
      name: `[PV11] ${method} with the account of somebody else`,
      as: 'member',
      call: call(method),
      request: (w) => ({ ...account(w), ...(method === 'Search' ? { text: 'a' } : {}) }),
      expect: { error: 'providers.unknown_account' },
    }),
  ),
  {
    name: '[BI8] favourites',
    as: 'owner',
    call: call('List'),
    request: (w) => ({ ...account(w), folder: `favorites/${favorite}`, page_size: 1 }),
    keep: { bilibiliCursor: 'next_cursor' },
    expect: { ok: { entries: [{ name: 'Film 0', source: { bilibili: { video: { id: 'BV1aa411a7a1' } } } }] } },
  },
  {
    name: '[PV12] a cursor of another folder',
    as: 'owner',
    call: call('List'),
    request: (w) => ({ ...account(w), folder: 'history', cursor: w.kept['bilibiliCursor']! }),
    expect: { error: 'providers.invalid_cursor' },
  },
  {
    name: '[BI8] a search',
    as: 'owner',
    call: call('Search'),
    request: (w) => ({ ...account(w), text: 'a' }),
    expect: { ok: { entries: [{ name: 'A & B 1', duration_seconds: 252 }] } },
  },
  ...playRows(),
  {
    name: '[PV10] an account is forgotten',
    as: 'owner',
    call: call('Logout'),
    request: account,
    expect: { ok: {} },
  },
];

function signInRows(): Row[] {
  const row = (name: string, method: string, given: Pick<Row, 'expect'> & Partial<Row>): Row => ({
    as: 'owner',
    ...given,
    name,
    call: call(method),
  });
  return [
    row('[PV10] nobody has an account at first', 'GetBinds', { expect: { ok: { accounts: [] } } }),
    row('[PV10] a session that serves no more is not kept', 'Login', {
      request: { session: 'old' },
      expect: { error: 'providers.account_refused' },
    }),
    row('[BI2] a session is kept', 'Login', {
      request: { session: goodSession },
      keep: { bilibiliAccount: 'account.id' },
      expect: { ok: { account: { provider: 'bilibili', name: 'anna' } } },
    }),
    row('[PV10] and works', 'GetMe', { request: account, expect: { ok: { account: { name: 'anna' } } } }),
    row('[BI2] a sign-in by QR code begins', 'StartQrLogin', {
      keep: { bilibiliFlow: 'flow' },
      expect: { ok: {} },
    }),
    row('[BI2] until somebody reads it there is no account', 'PollQrLogin', {
      request: (w) => ({ flow: w.kept['bilibiliFlow']! }),
      expect: { ok: { state: 'waiting' } },
    }),
    row('[PV32] it serves nobody else', 'PollQrLogin', {
      as: 'member',
      request: (w) => ({ flow: w.kept['bilibiliFlow']! }),
      expect: { error: 'providers.invalid_flow' },
    }),
  ];
}

function playRows(): Row[] {
  return [
    {
      name: '[BI1] a link is recognized',
      as: 'stranger',
      call: 'ProviderCommonService.Recognize',
      request: { texts: [`https://www.bilibili.com/video/${video.bvid}?p=2`] },
      expect: {
        ok: {
          results: [
            { provider: 'bilibili', source: { bilibili: { video: { id: video.bvid, part: 2 } } }, format: 'dash' },
          ],
        },
      },
    },
    {
      name: '[BI1] what is no id is none',
      as: 'owner',
      call: 'RoomService.AddMedia',
      request: { source: { bilibili: { video: { id: 'BV1' } } } },
      expect: { error: 'call.invalid_request' },
    },
    {
      name: '[BI4] a video is added, without an account',
      as: 'owner',
      call: 'RoomService.AddMedia',
      request: { source: { bilibili: { video: { id: video.bvid } } } },
      keep: { bilibiliMedia: 'media.id' },
      expect: { ok: { media: { name: 'A film' } } },
    },
    {
      name: '[BI4] started',
      as: 'owner',
      call: 'RoomService.StartPlayback',
      request: (w) => ({ media_id: w.kept['bilibiliMedia']!, paused: true }),
      expect: { ok: {} },
    },
    {
      name: '[BI4] [BI6] and played through the server, with its comments',
      as: 'member',
      call: 'RoomService.GetPlayback',
      expect: {
        ok: {
          playback: {
            provider: 'bilibili',
            default_mode: 'proxied',
            playback_infos: {
              proxied: { medias: [{ format: 'dash', proxied: true, headers: {} }], danmakus: [{ name: 'Bilibili' }] },
              proxied_mp4: { medias: [{ format: 'file', proxied: true }] },
            },
          },
        },
      },
    },
  ];
}
