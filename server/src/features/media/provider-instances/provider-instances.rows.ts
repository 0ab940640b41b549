import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const service = 'ProviderCommonService';
/** An address without a listener. */
const nowhere = '127.0.0.1:9';
/** Each transport has its own instances on the shared server. */
const named = ({ room }: World) => `i${room.slice(-20)}`;
const own =
  (request: JsonObject = {}) =>
  (world: World): JsonObject => ({ name: named(world), ...request });

const add = (name: string, request: (world: World) => JsonObject, expect: Row['expect']): Row => ({
  name,
  as: 'keeper',
  call: `${service}.AddProviderInstance`,
  request,
  expect,
});

const failing = { status: 'failing', fault: 'unreachable', kinds: [] };

export const providerInstanceRows: Row[] = [
  add('[PI1] an address without a port is refused', own({ address: 'nas.example.org' }), {
    error: 'provider_instances.invalid',
  }),
  add('[PI3] a private network is refused', own({ address: '10.1.2.3:50051' }), {
    error: 'provider_instances.private_address',
  }),
  add('[PI6] a test says how it would be', own({ address: nowhere, plaintext: true, test_only: true }), {
    ok: { instance: { address: nowhere, health: failing } },
  }),
  add('[PI2] an instance is added, and its secret is not told', own({ address: nowhere, secret: 'open-sesame' }), {
    ok: {
      instance: { address: nowhere, plaintext: false, has_secret: true, enabled: true, version: 1, health: failing },
    },
  }),
  add('[PI1] a name is given once', own({ address: nowhere }), { error: 'provider_instances.name_taken' }),
  {
    name: '[PI2] administrators see how each one is',
    as: 'keeper',
    call: `${service}.ListProviderInstances`,
    expect: { ok: {} },
  },
  {
    name: '[PI4] whoever moves it gives its secret again',
    as: 'keeper',
    call: `${service}.UpdateProviderInstance`,
    request: own({ address: '127.0.0.1:10' }),
    expect: { error: 'provider_instances.invalid' },
  },
  {
    name: '[PI7] it is changed',
    as: 'keeper',
    call: `${service}.UpdateProviderInstance`,
    request: own({ address: '127.0.0.1:10', secret: 'another', comment: 'in the cellar', expected_version: 1 }),
    expect: { ok: { instance: { address: '127.0.0.1:10', comment: 'in the cellar', version: 2 } } },
  },
  {
    name: '[PI7] a change for another version is refused',
    as: 'keeper',
    call: `${service}.UpdateProviderInstance`,
    request: own({ comment: 'elsewhere', expected_version: 1 }),
    expect: { error: 'provider_instances.version_conflict' },
  },
  {
    name: 'it is connected to anew',
    as: 'keeper',
    call: `${service}.ReconnectProviderInstance`,
    request: own(),
    expect: { ok: { instance: { health: failing } } },
  },
  {
    name: '[PI8] people see which ones there are',
    as: 'stranger',
    call: `${service}.ListAvailableProviderInstances`,
    expect: { ok: {} },
  },
  {
    name: '[PI7] it is disabled',
    as: 'keeper',
    call: `${service}.DisableProviderInstance`,
    request: own(),
    expect: { ok: { instance: { enabled: false, health: { status: 'disabled' } } } },
  },
  {
    name: 'one that is disabled is not connected to',
    as: 'keeper',
    call: `${service}.ReconnectProviderInstance`,
    request: own(),
    expect: { error: 'provider_instances.disabled' },
  },
  {
    name: '[PI7] it is enabled again',
    as: 'keeper',
    call: `${service}.EnableProviderInstance`,
    request: own(),
    expect: { ok: { instance: { enabled: true, health: failing } } },
  },
  {
    name: '[PI7] it is deleted',
    as: 'keeper',
    call: `${service}.DeleteProviderInstance`,
    request: own(),
    expect: { ok: { deleted_accounts: 0 } },
  },
  ...['Update', 'Delete', 'Enable', 'Disable', 'Reconnect'].map(
    (verb): Row => ({
      name: 'one that is gone is not found',
      as: 'keeper',
      call: `${service}.${verb}ProviderInstance`,
      request: own(),
      expect: { error: 'provider_instances.not_found' },
    }),
  ),
  ...['List', 'Add', 'Update', 'Delete', 'Enable', 'Disable', 'Reconnect'].map(
    (verb): Row => ({
      name: 'nobody else administers instances',
      as: 'owner',
      call: `${service}.${verb}ProviderInstance${verb === 'List' ? 's' : ''}`,
      request: verb === 'List' ? {} : own({ ...(verb === 'Add' ? { address: nowhere } : {}) }),
      expect: { error: 'call.admin_only' },
    }),
  ),
];
