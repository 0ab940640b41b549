import type { Row } from '@matinee/testkit/contract-table.ts';

const call = 'AdminService.ListAuditRecords';
const rename = 'AdminService.UpdateUserUsername';

export const auditRows: Row[] = [
  {
    name: 'something is done',
    as: 'keeper',
    call: rename,
    request: (w) => ({ user_id: w.member.id, username: `${w.member.username}x` }),
    expect: { ok: {} },
  },
  {
    name: '[AU2] an administrator reads by whom it was done, to whom and what',
    as: 'keeper',
    call,
    request: (w) => ({ target: w.member.id, actor: w.keeper.username, action: 'user' }),
    expect: {
      ok: (w) => ({
        records: [
          {
            actor_kind: 'user',
            actor_id: w.keeper.id,
            actor_name: w.keeper.username,
            action: 'user.renamed',
            target: w.member.id,
            details: { from: w.member.username, to: `${w.member.username}x` },
          },
        ],
      }),
    },
  },
  {
    name: '[AU2] a page token is one that was given',
    as: 'keeper',
    call,
    request: { page_token: 'x' },
    expect: { error: 'audit.bad_page_token' },
  },
  { name: '[AU2] nobody else reads it', as: 'owner', call, expect: { error: 'call.admin_only' } },
];
