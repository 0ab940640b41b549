import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const service = 'CustomProviderService';
const account =
  (request: JsonObject = {}) =>
  ({ kept }: World): JsonObject => ({ account_id: kept.show ?? '', ...request });

/** Rows about the instance `shows` of the table's server. */
export const customProviderRows: Row[] = [
  {
    name: '[PI14] a field that is wrong is told',
    as: 'owner',
    call: `${service}.Login`,
    request: { provider: 'shows', fields: { show: 'day' } },
    expect: { error: 'providers.invalid_source' },
  },
  {
    name: '[PI14] nobody signs in with a provider that no instance has',
    as: 'owner',
    call: `${service}.Login`,
    request: { provider: 'films', fields: {} },
    expect: { error: 'providers.unknown_provider' },
  },
  {
    name: '[PI14] an instance that has it is found by itself',
    as: 'owner',
    call: `${service}.Login`,
    request: { provider: 'shows', fields: { show: 'night' } },
    expect: { ok: { account: { provider: 'custom', instance_name: 'shows', host: 'shows' } } },
    keep: { show: 'account.id' },
  },
  {
    name: '[PV11] people see their accounts',
    as: 'owner',
    call: `${service}.GetBinds`,
    expect: { ok: { accounts: [{ instance_name: 'shows' }] } },
  },
  { name: '[PV10] an account works', as: 'owner', call: `${service}.GetMe`, request: account(), expect: { ok: {} } },
  {
    name: '[PI14] what it has is listed',
    as: 'owner',
    call: `${service}.List`,
    request: account({ page_size: 2 }),
    expect: {
      ok: {
        entries: [
          { name: 'Episode 1', source: { custom: { provider: 'shows', config: { episode: 1 } } } },
          { name: 'Episode 2' },
        ],
      },
    },
  },
  {
    name: '[PI14] and searched',
    as: 'owner',
    call: `${service}.Search`,
    request: account({ text: '4' }),
    expect: { ok: { entries: [{ name: 'Episode 4' }], next_cursor: '' } },
  },
  {
    name: '[PV11] nobody lists with an account of somebody else',
    as: 'member',
    call: `${service}.List`,
    request: account(),
    expect: { error: 'providers.unknown_account' },
  },
  {
    name: '[CU1] an episode is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: ({ kept }) => ({
      source: {
        custom: {
          provider: 'shows',
          account_id: kept.show ?? '',
          name: 'Episode 3',
          format: 'file',
          config: { episode: 3 },
        },
      },
    }),
    expect: { ok: { media: { name: 'Episode 3' } } },
  },
  {
    name: '[CU2] a link to it is recognized',
    as: 'owner',
    call: 'ProviderCommonService.Recognize',
    request: { texts: ['https://shows.example.org/2.mp3'] },
    expect: {
      ok: {
        results: [
          {
            provider: 'custom',
            source: {
              custom: { config: { link: 'https://shows.example.org/2.mp3' } },
              provider_instance_name: 'shows',
            },
          },
        ],
      },
    },
  },
  {
    name: '[PV10] an account is forgotten',
    as: 'owner',
    call: `${service}.Logout`,
    request: account(),
    expect: { ok: {} },
  },
];
