import type { Row } from '@matinee/testkit/contract-table.ts';

const call = 'AdminService.GetServiceState';

export const serviceStateRows: Row[] = [
  {
    name: '[SS1] [SS2] an administrator sees how the service is doing',
    as: 'keeper',
    call,
    expect: {
      ok: {
        replicas: [{ is_answering: true }],
        database: { healthy: true },
        key_value_store: { healthy: true, kind: 'memory' },
      },
    },
  },
  { name: 'nobody else does', as: 'owner', call, expect: { error: 'call.admin_only' } },
];
