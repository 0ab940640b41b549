import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'UserService.ListBlockedUsers';
const block = 'UserService.BlockUser';

export const blockRows: Row[] = [
  {
    name: '[BL1] somebody blocks another',
    as: 'member',
    call: block,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { ok: (w) => ({ user: { user_id: w.stranger.id, username: w.stranger.username } }) },
  },
  {
    name: '[BL1] again is as good as once',
    as: 'member',
    call: block,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { ok: {} },
  },
  {
    name: '[BL1] and sees whom they blocked',
    as: 'member',
    call: list,
    expect: { ok: (w) => ({ total: 1, users: [{ user_id: w.stranger.id }] }) },
  },
  { name: '[BL1] nobody else does', as: 'stranger', call: list, expect: { ok: { total: 0, users: [] } } },
  {
    name: '[BL2] nobody blocks themself',
    as: 'member',
    call: block,
    request: (w) => ({ user_id: w.member.id }),
    expect: { error: 'blocks.self' },
  },
  {
    name: '[BL2] nor somebody who does not exist',
    as: 'member',
    call: block,
    request: { user_id: `usr_${'0'.repeat(26)}` },
    expect: { error: 'users.not_found' },
  },
  {
    name: '[BL1] a block ends',
    as: 'member',
    call: 'UserService.UnblockUser',
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { ok: {} },
  },
  { name: '[BL1] and then is not listed', as: 'member', call: list, expect: { ok: { total: 0 } } },
];
