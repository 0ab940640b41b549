import { changeRoomSettings } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';

const add = 'RoomService.AddMember';
const block = 'UserService.BlockUser';

export const addingRows: Row[] = [
  {
    name: '[IN9] a member adds nobody',
    as: 'member',
    call: add,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[IN9] nobody adds themselves',
    as: 'stranger',
    call: add,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[IN9] one user is named',
    as: 'admin',
    call: add,
    request: (w) => ({ user_id: w.stranger.id, username: w.stranger.username }),
    expect: { error: 'call.invalid_request' },
  },
  { name: '[IN9] and not none', as: 'admin', call: add, expect: { error: 'call.invalid_request' } },
  {
    name: '[IN9] [ME6] an admin makes nobody an admin',
    as: 'admin',
    call: add,
    request: (w) => ({ user_id: w.stranger.id, role: 'admin' }),
    expect: { error: 'members.rank_too_high' },
  },
  {
    name: '[IN9] and nobody makes a creator',
    as: 'owner',
    call: add,
    request: (w) => ({ user_id: w.stranger.id, role: 'creator' }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[IN9] nobody of that name is not found',
    as: 'admin',
    call: add,
    request: { username: 'nobody_at_all' },
    expect: { error: 'users.not_found' },
  },
  {
    name: '[IN9] somebody blocks the admin',
    as: 'stranger',
    call: block,
    request: (w) => ({ user_id: w.admin.id }),
    expect: { ok: {} },
  },
  {
    name: '[IN9] who then does not add them',
    as: 'admin',
    call: add,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'members.not_addable' },
  },
  changeRoomSettings('[IN9] the creator does, into a room that people do not join by themselves', {
    automatic_join: false,
    require_approval: true,
  }),
  {
    name: '[IN9] by name, as an admin',
    as: 'owner',
    call: add,
    request: (w) => ({ username: w.stranger.username.toUpperCase(), role: 'admin' }),
    expect: { ok: (w) => ({ member: { user_id: w.stranger.id, role: 'admin' } }) },
  },
  {
    name: '[IN9] once',
    as: 'owner',
    call: add,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'members.already_member' },
  },
];
