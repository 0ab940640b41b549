import type { Row } from '@matinee/testkit/contract-table.ts';
import { homeRows } from '../home.rows.fixture.ts';

export const nextcloudRows: Row[] = [
  ...homeRows({
    provider: 'nextcloud',
    service: 'NextcloudProviderService',
    folder: '/many',
    entries: [{ name: '0.mp4', source: { nextcloud: { path: '/many/0.mp4' } }, format: 'file' }],
    search: { text: 'one', finds: [{ name: 'one.mp4', source: { nextcloud: { path: '/films/one.mp4' } } }] },
    source: { path: '/films/one.mp4' },
    plays: { medias: [{ format: 'file', proxied: true, headers: {} }], subtitles: [{ language: 'en' }] },
  }),
  {
    name: 'nextcloud: [NC2] a sign-in begins on a page of the server',
    as: 'owner',
    call: 'NextcloudProviderService.StartLoginFlow',
    request: ({ homes }) => ({ url: homes.nextcloud!.url! }),
    keep: { nextcloudFlow: 'flow' },
    expect: { ok: ({ homes }) => ({ login_url: `${homes.nextcloud!.url}/login/v2/flow/x` }) },
  },
  {
    name: 'nextcloud: [NC2] until its person agrees there is no account',
    as: 'owner',
    call: 'NextcloudProviderService.PollLoginFlow',
    request: (w) => ({ flow: w.kept.nextcloudFlow! }),
    expect: { ok: {} },
  },
  {
    name: 'nextcloud: [PV32] and for somebody else there is none at all',
    as: 'member',
    call: 'NextcloudProviderService.PollLoginFlow',
    request: (w) => ({ flow: w.kept.nextcloudFlow! }),
    expect: { error: 'providers.invalid_flow' },
  },
  {
    name: 'nextcloud: an account for its favourites',
    as: 'owner',
    call: 'NextcloudProviderService.Login',
    request: ({ homes }) => ({ ...homes.nextcloud }),
    keep: { nextcloudAgain: 'account.id' },
    expect: { ok: {} },
  },
  {
    name: 'nextcloud: [NC3] favourites',
    as: 'owner',
    call: 'NextcloudProviderService.ListFavorites',
    request: (w) => ({ account_id: w.kept.nextcloudAgain! }),
    expect: { ok: { entries: [{ name: 'one.mp4' }], next_cursor: '' } },
  },
];
