import type { Row } from '@matinee/testkit/contract-table.ts';

const rename = 'RoomService.UpdateMemberRemarkName';
const tag = 'RoomService.UpdateMemberDisplayTag';
const list = 'RoomService.GetRoomMembers';
const why = 'RoomService.GetMemberPermissions';

export const namingRows: Row[] = [
  {
    name: '[ME16] a member chooses a name for the room',
    as: 'member',
    call: rename,
    request: (w) => ({ user_id: w.member.id, remark_name: ' Käptn <b>Film</b> ' }),
    expect: { ok: (w) => ({ member: { username: w.member.username, remark_name: 'Käptn <b>Film</b>', version: 2 } }) },
  },
  {
    name: '[ME16] and not for others',
    as: 'member',
    call: rename,
    request: (w) => ({ user_id: w.admin.id, remark_name: 'Somebody' }),
    expect: { error: 'members.others_name' },
  },
  {
    name: '[ME16] an admin does for those of lower rank',
    as: 'admin',
    call: rename,
    request: (w) => ({ user_id: w.member.id, remark_name: 'Captain' }),
    expect: { ok: { member: { remark_name: 'Captain' } } },
  },
  {
    name: '[ME16] and not for the creator',
    as: 'admin',
    call: rename,
    request: (w) => ({ user_id: w.owner.id, remark_name: 'Lower' }),
    expect: { error: 'members.rank_too_high' },
  },
  ...['x'.repeat(51), 'two\nlines', 'turned\u202eround', '\u200b'].map(
    (remark_name): Row => ({
      name: `[ME16] ${JSON.stringify(remark_name.slice(0, 12))} is no name`,
      as: 'member',
      call: rename,
      request: (w) => ({ user_id: w.member.id, remark_name }),
      expect: { error: 'call.invalid_request' },
    }),
  ),
  {
    name: '[ME16] nobody who is no member has one',
    as: 'owner',
    call: rename,
    request: (w) => ({ user_id: w.stranger.id, remark_name: 'Stranger' }),
    expect: { error: 'members.not_found' },
  },
  {
    name: '[ME16] a member sets no tags, not even their own',
    as: 'member',
    call: tag,
    request: (w) => ({ user_id: w.member.id, display_tag: 'Boss' }),
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[ME16] an admin does',
    as: 'admin',
    call: tag,
    request: (w) => ({ user_id: w.member.id, display_tag: 'Snacks' }),
    expect: { ok: { member: { display_tag: 'Snacks' } } },
  },
  {
    name: '[ME16] and their own',
    as: 'admin',
    call: tag,
    request: (w) => ({ user_id: w.admin.id, display_tag: 'Tech' }),
    expect: { ok: { member: { display_tag: 'Tech' } } },
  },
  {
    name: '[ME16] and not that of the creator',
    as: 'admin',
    call: tag,
    request: (w) => ({ user_id: w.owner.id, display_tag: 'Boss' }),
    expect: { error: 'members.rank_too_high' },
  },
  {
    name: '[ME16] a tag has 20 characters at most',
    as: 'owner',
    call: tag,
    request: (w) => ({ user_id: w.member.id, display_tag: 'x'.repeat(21) }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[ME16] an administrator of the server changes names',
    as: 'root',
    call: 'AdminService.UpdateMemberRemarkName',
    request: (w) => ({ room_id: w.room, user_id: w.admin.id, remark_name: 'The host' }),
    expect: { ok: { member: { remark_name: 'The host' } } },
  },
  {
    name: '[ME16] and tags',
    as: 'root',
    call: 'AdminService.UpdateMemberDisplayTag',
    request: (w) => ({ room_id: w.room, user_id: w.admin.id, display_tag: 'Host' }),
    expect: { ok: { member: { display_tag: 'Host' } } },
  },
  {
    name: '[ME5] people are found by their name in the room',
    as: 'member',
    call: list,
    request: { search: 'CAPT' },
    expect: { ok: (w) => ({ members: [{ user_id: w.member.id }], total: 1 }) },
  },
  {
    name: '[ME5] by role',
    as: 'member',
    call: list,
    request: { role: 'admin' },
    expect: { ok: (w) => ({ members: [{ user_id: w.admin.id }], total: 1 }) },
  },
  {
    name: '[ME5] in the order of names',
    as: 'member',
    call: list,
    request: { sort: 'name' },
    expect: { ok: (w) => ({ members: [{ user_id: w.member.id }, { user_id: w.owner.id }, { user_id: w.admin.id }] }) },
  },
  {
    name: '[ME5] in the order in which they came',
    as: 'member',
    call: list,
    request: { sort: 'joined' },
    expect: { ok: (w) => ({ members: [{ user_id: w.owner.id }, { user_id: w.admin.id }, { user_id: w.member.id }] }) },
  },
  {
    name: '[ME5] or who came last first',
    as: 'member',
    call: list,
    request: { sort: 'newest', page_size: 1 },
    expect: { ok: (w) => ({ members: [{ user_id: w.member.id }], total: 3 }) },
  },
  {
    name: '[ME5] or by their last visit, which nobody has made',
    as: 'member',
    call: list,
    request: { sort: 'visited' },
    expect: { ok: (w) => ({ members: [{ user_id: w.owner.id }, { user_id: w.admin.id }, { user_id: w.member.id }] }) },
  },
  {
    name: '[ME15] a member sees why the creator may do everything',
    as: 'member',
    call: why,
    request: (w) => ({ user_id: w.owner.id }),
    expect: {
      ok: {
        role: 'creator',
        reasons: Array.from({ length: 21 }, () => ({ granted: true, source: 'creator' })),
      },
    },
  },
  {
    name: '[ME15] of nobody outside',
    as: 'member',
    call: why,
    request: (w) => ({ user_id: w.stranger.id }),
    expect: { error: 'members.not_found' },
  },
  {
    name: '[ME15] nor does a stranger ask',
    as: 'stranger',
    call: why,
    request: (w) => ({ user_id: w.owner.id }),
    expect: { error: 'call.not_a_member' },
  },
];
