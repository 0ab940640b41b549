import type { Row } from '@matinee/testkit/contract-table.ts';

export const backupsRows: Row[] = [
  {
    name: '[BU7] an administrator sees where backups go',
    as: 'keeper',
    call: 'AdminService.GetBackups',
    expect: { ok: { target: 'folder', is_overdue: false } },
  },
  { name: 'nobody else does', as: 'owner', call: 'AdminService.GetBackups', expect: { error: 'call.admin_only' } },
  {
    name: 'an administrator has one made',
    as: 'keeper',
    call: 'AdminService.BackUpNow',
    expect: { ok: {} },
  },
  {
    name: 'nobody but an administrator asks for it',
    as: 'owner',
    call: 'AdminService.BackUpNow',
    expect: { error: 'call.admin_only' },
  },
];
