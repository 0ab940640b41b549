import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';

const policy = 'ProviderCommonService.ResolvePlaybackProxyPolicy';
const prepare = 'ProviderCommonService.PrepareDirectUrl';
const film = 'https://media.example.org/film.mp4';

function explained(name: string, request: JsonObject, answer: JsonObject): Row {
  return { name, as: 'stranger', call: policy, request, expect: { ok: { policy: answer } } };
}

export const providerRows: Row[] = [
  {
    name: '[PV9] what is pasted is recognized, and what is not is told so',
    as: 'stranger',
    call: 'ProviderCommonService.Recognize',
    request: { texts: [`${film}\n`, 'no link', 'https://media.example.org/live.m3u8'] },
    expect: {
      ok: {
        results: [
          { provider: 'direct_url', source: { direct_url: { url: film } }, name: 'film', format: 'file' },
          { name: '' },
          { provider: 'direct_url', name: 'live', format: 'hls' },
        ],
      },
    },
  },
  {
    name: '[PV9] nobody recognizes anything without an account',
    as: 'anonymous',
    call: 'ProviderCommonService.Recognize',
    request: { texts: [film] },
    expect: { error: 'call.unauthenticated' },
  },
  explained(
    '[PV4] a file is loaded directly',
    { source: { direct_url: { url: film } } },
    { is_proxied: false, has_choice: true, reasons: [] },
  ),
  explained(
    '[PV4] what needs headers is not',
    { source: { direct_url: { url: film, headers: { Referer: 'https://example.org' } } } },
    { is_proxied: true, has_choice: false, reasons: ['needs_credentials'] },
  ),
  explained(
    '[PV4] nor is an address without TLS on a page with TLS',
    { source: { direct_url: { url: 'http://media.example.org/film.mp4' } }, profile: { is_page_secure: true } },
    { is_proxied: true, has_choice: true, reasons: ['mixed_content'] },
  ),
  explained(
    '[PV4] HLS may be refused by its server',
    { source: { direct_url: { url: 'https://media.example.org/live.m3u8' } } },
    { is_proxied: false, has_choice: true, reasons: ['cors_unknown'] },
  ),
  explained(
    '[PV1] whoever adds it can decide for all',
    { source: { direct_url: { url: film }, proxy_mode: 'only' }, proxy_mode: 'direct_only' },
    { is_proxied: true, has_choice: false, reasons: ['adder'] },
  ),
  explained(
    '[PV16] what the player of its site plays has no address',
    { source: { youtube: { video_id: 'dQw4w9WgXcQ' }, proxy_mode: 'only' } },
    { is_proxied: false, has_choice: false, reasons: ['no_address'] },
  ),
  {
    name: '[PV4] what cannot be played has no policy',
    as: 'stranger',
    call: policy,
    request: { source: { direct_url: { url: 'ftp://media.example.org/film.mp4' } } },
    expect: { error: 'providers.invalid_source' },
  },
  {
    name: '[PV5] an address that gives no answer can be added all the same',
    as: 'stranger',
    call: prepare,
    request: { source: { url: 'http://127.0.0.1:9/film.mp4' } },
    expect: {
      ok: {
        source: { direct_url: { url: 'http://127.0.0.1:9/film.mp4' } },
        name: 'film',
        format: 'file',
        policy: { is_proxied: false, reasons: [] },
      },
    },
  },
  {
    name: '[DU5] a header must not begin another one',
    as: 'stranger',
    call: prepare,
    request: { source: { url: film, headers: { Referer: 'a\r\nHost: b' } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[DU5] nor be one of the connection',
    as: 'stranger',
    call: prepare,
    request: { source: { url: film, headers: { Host: 'b.example' } } },
    expect: { error: 'providers.invalid_source' },
  },
  {
    name: 'a provider runs in this server',
    as: 'stranger',
    call: 'ProviderCommonService.ListProviderBackends',
    request: { provider_type: 'direct-url' },
    expect: { ok: { backends: [{ instance_name: '', capabilities: ['recognize'] }] } },
  },
  {
    name: 'or is unknown',
    as: 'stranger',
    call: 'ProviderCommonService.ListProviderBackends',
    request: { provider_type: 'betamax' },
    expect: { error: 'providers.unknown_provider' },
  },
  ...webdavRows(),
];

/** Signing in, browsing, and sharing with others. */
function webdavRows(): Row[] {
  const dav = (method: string) => `WebdavProviderService.${method}`;
  return [
    {
      name: '[PV10] nobody has an account at first',
      as: 'owner',
      call: dav('GetBinds'),
      expect: { ok: { accounts: [] } },
    },
    {
      name: '[PV10] a wrong password is not kept',
      as: 'owner',
      call: dav('Login'),
      request: ({ dav: { url, username } }) => ({ url, username, password: 'wrong' }),
      expect: { error: 'providers.account_refused' },
    },
    {
      name: '[PV10] nor is what is no address',
      as: 'owner',
      call: dav('Login'),
      request: { url: 'ftp://dav.example.org' },
      expect: { error: 'providers.invalid_source' },
    },
    {
      name: '[PV10] an account that its server accepts is kept',
      as: 'owner',
      call: dav('Login'),
      request: ({ dav: { url, username, password } }) => ({ url, username, password }),
      keep: { davAccount: 'account.id' },
      expect: { ok: ({ dav: { username } }) => ({ account: { provider: 'webdav', name: username } }) },
    },
    {
      name: '[PV10] and listed, without its password',
      as: 'owner',
      call: dav('GetBinds'),
      expect: { ok: (w) => ({ accounts: [{ id: w.kept.davAccount! }] }) },
    },
    {
      name: '[PV10] its server is asked whether it still works',
      as: 'owner',
      call: dav('GetMe'),
      request: (w) => ({ account_id: w.kept.davAccount! }),
      expect: { ok: (w) => ({ account: { id: w.kept.davAccount! } }) },
    },
    ...['GetMe', 'List', 'Logout'].map(
      (method): Row => ({
        name: `[PV11] ${method} with the account of somebody else`,
        as: 'member',
        call: dav(method),
        request: (w) => ({ account_id: w.kept.davAccount! }),
        expect: { error: 'providers.unknown_account' },
      }),
    ),
    {
      name: '[PV12] the top of an account',
      as: 'owner',
      call: dav('List'),
      request: (w) => ({ account_id: w.kept.davAccount! }),
      expect: { ok: { entries: [{ name: 'films', folder: '/films' }], next_cursor: '' } },
    },
    {
      name: '[PV12] a page of a folder',
      as: 'owner',
      call: dav('List'),
      request: (w) => ({ account_id: w.kept.davAccount!, folder: '/films', page_size: 1 }),
      keep: { davCursor: 'next_cursor' },
      expect: {
        ok: (w) => ({
          entries: [
            { name: 'one.mp4', source: { webdav: { account_id: w.kept.davAccount!, path: '/films/one.mp4' } } },
          ],
          path: [{ folder: '/films', name: 'films' }],
        }),
      },
    },
    {
      name: '[PV12] the page after it',
      as: 'owner',
      call: dav('List'),
      request: (w) => ({
        account_id: w.kept.davAccount!,
        folder: '/films',
        page_size: 1,
        cursor: w.kept.davCursor!,
      }),
      expect: { ok: { entries: [{ name: 'two.mp4' }], next_cursor: '' } },
    },
    {
      name: '[PV12] a cursor of another folder',
      as: 'owner',
      call: dav('List'),
      request: (w) => ({ account_id: w.kept.davAccount!, folder: '', cursor: w.kept.davCursor! }),
      expect: { error: 'providers.invalid_cursor' },
    },
    {
      name: '[PV11] an item with the account of somebody else',
      as: 'member',
      call: 'RoomService.AddMedia',
      request: (w) => ({ source: { webdav: { account_id: w.kept.davAccount!, path: '/films/one.mp4' } } }),
      expect: { error: 'library.invalid_url' },
    },
    {
      name: '[PV11] with the own one it is added',
      as: 'owner',
      call: 'RoomService.AddMedia',
      request: (w) => ({ source: { webdav: { account_id: w.kept.davAccount!, path: '/films/one.mp4' } } }),
      keep: { davMedia: 'media.id' },
      expect: { ok: { media: { name: 'one' } } },
    },
    {
      name: '[PV7] and plays',
      as: 'owner',
      call: 'RoomService.StartPlayback',
      request: (w) => ({ media_id: w.kept.davMedia!, paused: true }),
      expect: { ok: {} },
    },
    {
      name: '[PV7] through the server',
      as: 'owner',
      call: 'RoomService.GetPlayback',
      expect: {
        ok: {
          playback: {
            provider: 'webdav',
            default_mode: 'proxied',
            playback_infos: { proxied: { medias: [{ format: 'file', proxied: true, headers: {} }] } },
          },
        },
      },
    },
    {
      name: '[PV13] for others only where it is shared',
      as: 'member',
      call: 'RoomService.GetPlayback',
      expect: { error: 'providers.account_not_shared' },
    },
    {
      name: '[PV11] what somebody else added gets no account of an administrator of the room',
      as: 'admin',
      call: 'RoomService.EditMedia',
      request: (w) => ({
        media_id: w.kept.davMedia!,
        source: { webdav: { account_id: w.kept.davAccount!, path: '/films/two.mp4' } },
      }),
      expect: { error: 'library.invalid_url' },
    },
    {
      name: '[PV10] an account is forgotten',
      as: 'owner',
      call: dav('Logout'),
      request: (w) => ({ account_id: w.kept.davAccount! }),
      expect: { ok: {} },
    },
    {
      name: '[PV10] and is gone',
      as: 'owner',
      call: dav('GetMe'),
      request: (w) => ({ account_id: w.kept.davAccount! }),
      expect: { error: 'providers.unknown_account' },
    },
  ];
}
