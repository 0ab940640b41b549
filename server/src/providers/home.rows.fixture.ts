/** Contract rows for providers with accounts: signing in, browsing, and playing. */
import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

/** One kind of server, and the content of its fake. */
export interface Home {
  /** The name of the provider. Its sample signs in. */
  readonly provider: string;
  readonly service: string;
  /** A folder with more than one entry, and its first page of one. */
  readonly folder: string;
  readonly entries: JsonObject[];
  readonly search: { readonly text: string; readonly finds: JsonObject[] };
  /** The source to add to the room, without its account. */
  readonly source: JsonObject;
  /** The playback information that is then loaded. */
  readonly plays: JsonObject;
}

export function homeRows(home: Home): Row[] {
  return [...signInRows(home), ...browseRows(home), ...playRows(home), ...signOutRows(home)];
}

/** Makes a row that calls a method of the provider's service. */
function rowOf({ provider, service }: Home) {
  return (name: string, method: string, given: Pick<Row, 'expect'> & Partial<Row>): Row => ({
    as: 'owner',
    ...given,
    name: `${provider}: ${name}`,
    call: `${service}.${method}`,
  });
}

/** The account of the row that signed in. */
function accountOf({ provider }: Home) {
  return (w: World) => ({ account_id: w.kept[`${provider}Account`]! });
}

function signInRows(home: Home): Row[] {
  const { provider } = home;
  const [row, account] = [rowOf(home), accountOf(home)];
  return [
    row('[PV10] nobody has an account at first', 'GetBinds', { expect: { ok: { accounts: [] } } }),
    row('[PV10] a wrong password is not kept', 'Login', {
      request: ({ homes }) => ({ ...homes[provider], password: 'wrong' }),
      expect: { error: 'providers.account_refused' },
    }),
    row('[PV10] nor is what is no address', 'Login', {
      request: { url: 'ftp://home.example.org', username: 'anna', password: 'x' },
      expect: { error: 'providers.invalid_source' },
    }),
    row('[PV10] an account that its server accepts is kept', 'Login', {
      request: ({ homes }) => ({ ...homes[provider] }),
      keep: { [`${provider}Account`]: 'account.id' },
      expect: { ok: { account: { provider } } },
    }),
    row('[PV10] and works', 'GetMe', { request: account, expect: { ok: { account: { provider } } } }),
  ];
}

function browseRows(home: Home): Row[] {
  const { provider, folder, entries, search } = home;
  const [row, account] = [rowOf(home), accountOf(home)];
  return [
    ...['GetMe', 'List', 'Logout'].map((method) =>
      row(`[PV11] ${method} with the account of somebody else`, method, {
        as: 'member',
        request: account,
        expect: { error: 'providers.unknown_account' },
      }),
    ),
    row('[PV11] a search with the account of somebody else', 'Search', {
      as: 'member',
      request: (w) => ({ ...account(w), text: 'film' }),
      expect: { error: 'providers.unknown_account' },
    }),
    row('[PV12] a page of a folder', 'List', {
      request: (w) => ({ ...account(w), folder, page_size: 1 }),
      keep: { [`${provider}Cursor`]: 'next_cursor' },
      expect: { ok: { entries } },
    }),
    row('[PV12] a cursor of another folder', 'List', {
      request: (w) => ({ ...account(w), folder: '', cursor: w.kept[`${provider}Cursor`]! }),
      expect: { error: 'providers.invalid_cursor' },
    }),
    row('[PV12] a cursor of a folder is none of a search', 'Search', {
      request: (w) => ({ ...account(w), folder, text: search.text, cursor: w.kept[`${provider}Cursor`]! }),
      expect: { error: 'providers.invalid_cursor' },
    }),
    row('[PV34] a search', 'Search', {
      request: (w) => ({ ...account(w), text: search.text }),
      expect: { ok: { entries: search.finds } },
    }),
    row('[PV34] a search for nothing', 'Search', {
      request: (w) => ({ ...account(w), text: '' }),
      expect: { error: 'call.invalid_request' },
    }),
  ];
}

function playRows(home: Home): Row[] {
  const { provider, source, plays } = home;
  const account = accountOf(home);
  return [
    {
      name: `${provider}: [PV7] what was found is added`,
      as: 'owner',
      call: 'RoomService.AddMedia',
      request: (w) => ({ source: { [provider]: { ...account(w), ...source, is_shared: true } } }),
      keep: { [`${provider}Media`]: 'media.id' },
      expect: { ok: {} },
    },
    {
      name: `${provider}: [PV7] and plays`,
      as: 'owner',
      call: 'RoomService.StartPlayback',
      request: (w) => ({ media_id: w.kept[`${provider}Media`]!, paused: true }),
      expect: { ok: {} },
    },
    {
      name: `${provider}: [PV7] through the server, for everybody with whom it is shared`,
      as: 'member',
      call: 'RoomService.GetPlayback',
      expect: { ok: { playback: { provider, default_mode: 'proxied', playback_infos: { proxied: plays } } } },
    },
  ];
}

function signOutRows(home: Home): Row[] {
  const [row, account] = [rowOf(home), accountOf(home)];
  return [
    row('[PV10] an account is forgotten', 'Logout', { request: account, expect: { ok: {} } }),
    row('[PV10] and is gone', 'GetMe', { request: account, expect: { error: 'providers.unknown_account' } }),
  ];
}
