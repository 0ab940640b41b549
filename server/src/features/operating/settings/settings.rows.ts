import type { Row } from '@matinee/testkit/contract-table.ts';

const get = 'AdminService.GetSettings';
const update = 'AdminService.UpdateSettings';
const list = 'AdminService.ListSettingDeclarations';
const history = 'AdminService.GetSettingHistory';
const exportAll = 'AdminService.ExportSettings';
const importAll = 'AdminService.ImportSettings';
const address = 'rtmp://live.example.org';

export const settingsRows: Row[] = [
  {
    name: '[RS1] root reads all settings',
    as: 'root',
    call: get,
    expect: {
      ok: {
        settings: { server: { name: 'Matinee', maxRoomsPerUser: 10 }, email: { fromEmail: 'cinema@matinee.test' } },
      },
    },
  },
  { name: 'people without a role do not', as: 'owner', call: get, expect: { error: 'call.admin_only' } },
  { name: 'nor does anybody anonymous', as: 'anonymous', call: get, expect: { error: 'call.unauthenticated' } },
  {
    name: '[RS4] what the mask names is changed',
    as: 'root',
    call: update,
    request: { settings: { rtmp: { advertiseAddress: address } }, updateMask: 'rtmp.advertiseAddress' },
    expect: {
      ok: {
        settings: { rtmp: { advertiseAddress: address } },
        changes: [{ key: 'rtmp.advertiseAddress', from: null, to: address }],
      },
    },
  },
  {
    name: '[RS6] a password is taken and not given back',
    as: 'root',
    call: update,
    request: {
      settings: { email: { smtpCredentials: { username: 'anna', password: 'a long sentence' } } },
      updateMask: 'email.smtpCredentials',
    },
    expect: { ok: { settings: { email: { smtpCredentials: { username: 'anna', passwordSet: true } } } } },
  },
  {
    name: '[RS20] an administrator does not change where it is sent',
    as: 'keeper',
    call: update,
    request: { settings: { email: { smtpHost: 'evil.example.org' } }, updateMask: 'email.smtpHost' },
    expect: { error: 'settings.only_root' },
  },
  {
    name: '[RS2] a value out of bounds is refused',
    as: 'root',
    call: update,
    request: { settings: { server: { maxRoomsPerUser: 1001 } }, updateMask: 'server.maxRoomsPerUser' },
    expect: { error: 'settings.invalid_value' },
  },
  {
    name: '[RS3] a name that is no setting is refused',
    as: 'root',
    call: update,
    request: { settings: {}, updateMask: 'rtmp.advertisedAddress' },
    expect: { error: 'settings.unknown_key' },
  },
  {
    name: '[RS4] a mask that names nothing is refused',
    as: 'root',
    call: update,
    request: { settings: { server: { name: 'Cinema' } }, updateMask: '' },
    expect: { error: 'settings.nothing_named' },
  },
  {
    name: '[RS8] another version than the expected one is a conflict',
    as: 'root',
    call: update,
    request: { updateMask: 'rtmp.advertiseAddress', expectedVersion: 1_000_000 },
    expect: { error: 'settings.version_conflict' },
  },
  {
    name: 'people without a role change nothing',
    as: 'owner',
    call: update,
    request: { updateMask: 'rtmp.advertiseAddress' },
    expect: { error: 'call.admin_only' },
  },
  {
    name: '[RS13] declarations say what forms need',
    as: 'root',
    call: list,
    expect: { ok: {} },
  },
  { name: 'declarations are for administrators', as: 'owner', call: list, expect: { error: 'call.admin_only' } },
  {
    name: '[RS12] the history of a key has who changed it',
    as: 'root',
    call: history,
    request: { key: 'rtmp.advertiseAddress', pageSize: 1 },
    expect: {
      ok: { changes: [{ key: 'rtmp.advertiseAddress', to: address, by: { kind: 'user', username: 'root' } }] },
    },
  },
  {
    name: '[RS3] there is no history of what is no setting',
    as: 'root',
    call: history,
    request: { key: 'rtmp' },
    expect: { error: 'settings.unknown_key' },
  },
  { name: 'history is for administrators', as: 'member', call: history, expect: { error: 'call.admin_only' } },
  {
    name: '[RS14] root exports, without secrets',
    as: 'root',
    call: exportAll,
    expect: {
      ok: {
        values: {
          'rtmp.advertiseAddress': address,
          'email.smtpCredentials': { username: 'anna', passwordSet: true },
        },
      },
    },
  },
  { name: 'others do not export', as: 'owner', call: exportAll, expect: { error: 'call.admin_only' } },
  {
    name: '[RS15] a dry run tells what would change',
    as: 'root',
    call: importAll,
    request: { values: { 'rtmp.advertiseAddress': null, 'server.name': 'Matinee' }, dryRun: true },
    expect: { ok: { changes: [{ key: 'rtmp.advertiseAddress', from: address, to: null }] } },
  },
  {
    name: '[RS15] root imports',
    as: 'root',
    call: importAll,
    request: { values: { 'rtmp.advertiseAddress': null, 'email.smtpCredentials': null } },
    expect: { ok: { changes: [{ key: 'rtmp.advertiseAddress' }, { key: 'email.smtpCredentials' }] } },
  },
  {
    name: 'others do not import',
    as: 'owner',
    call: importAll,
    request: { values: {} },
    expect: { error: 'call.admin_only' },
  },
];
