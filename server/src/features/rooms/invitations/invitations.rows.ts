import { changeRoomSettings } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';

const make = 'RoomService.CreateRoomInvitation';
const list = 'RoomService.ListRoomInvitations';
const revoke = 'RoomService.RevokeRoomInvitation';
const uses = 'RoomService.ListRoomInvitationUses';
const preview = 'UserService.PreviewInvitation';
const join = 'UserService.JoinRoom';

export const invitationRows: Row[] = [
  changeRoomSettings('a room that nobody joins by themselves', { automatic_join: false, require_approval: true }),
  {
    name: '[IN1] a member makes no invitation',
    as: 'member',
    call: make,
    expect: { error: 'call.missing_permission' },
  },
  { name: '[IN1] nor does a stranger', as: 'stranger', call: make, expect: { error: 'call.not_a_member' } },
  ...[{ expires_in_seconds: 3_599 }, { expires_in_seconds: 2_592_001 }, { max_uses: 0 }, { max_uses: 1_001 }].map(
    (request): Row => ({
      name: `[IN1] ${JSON.stringify(request)} is out of bounds`,
      as: 'admin',
      call: make,
      request,
      expect: { error: 'call.invalid_request' },
    }),
  ),
  {
    name: '[IN1] an admin makes one for one person',
    as: 'admin',
    call: make,
    request: { expires_in_seconds: 3_600, max_uses: 1 },
    expect: {
      ok: (w) => ({ invitation: { created_by: w.admin.username, max_uses: 1, use_count: 0, state: 'active' } }),
    },
    keep: { token: 'token', invitation: 'invitation.id' },
  },
  {
    name: '[IN1] and one without bounds',
    as: 'owner',
    call: make,
    expect: { ok: { invitation: { state: 'active' } } },
    keep: { openToken: 'token', open: 'invitation.id' },
  },
  {
    name: '[IN5] they are listed newest first',
    as: 'admin',
    call: list,
    expect: { ok: (w) => ({ invitations: [{ id: w.kept.open! }, { id: w.kept.invitation! }], total: 2 }) },
  },
  { name: '[IN5] not for members', as: 'member', call: list, expect: { error: 'call.missing_permission' } },
  {
    name: '[IN7] whoever has the link sees the room, and that they can join',
    as: 'stranger',
    call: preview,
    request: (w) => ({ token: w.kept.token! }),
    expect: {
      ok: (w) => ({ room: { room: { id: w.room }, access: 'JOIN', can_join: true }, invited_by: w.admin.username }),
    },
  },
  {
    name: '[IN7] also without an account',
    as: 'anonymous',
    call: preview,
    request: (w) => ({ token: w.kept.token! }),
    expect: { ok: (w) => ({ room: { room: { id: w.room }, access: 'SIGN_IN' } }) },
  },
  {
    name: '[IN7] a member is in already',
    as: 'member',
    call: preview,
    request: (w) => ({ token: w.kept.token! }),
    expect: { ok: { room: { access: 'ENTER' } } },
  },
  {
    name: '[IN2] a secret that nobody made is no invitation',
    as: 'stranger',
    call: preview,
    request: { token: 'x'.repeat(43) },
    expect: { error: 'invitations.not_found' },
  },
  {
    name: '[IN2] nor does one open another room',
    as: 'member',
    call: join,
    request: (w) => ({ room_id: w.otherRoom, invitation: w.kept.token! }),
    expect: { error: 'invitations.not_found' },
  },
  {
    name: '[IN3] without it nobody comes in',
    as: 'stranger',
    call: join,
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'rooms.not_admitted' },
  },
  {
    name: '[IN3] a member uses none up',
    as: 'member',
    call: join,
    request: (w) => ({ room_id: w.room, invitation: w.kept.token! }),
    expect: { ok: (w) => ({ member: { user_id: w.member.id } }) },
  },
  {
    name: '[IN3] the invitation lets in',
    as: 'stranger',
    call: join,
    request: (w) => ({ room_id: w.room, invitation: w.kept.token! }),
    expect: { ok: (w) => ({ member: { user_id: w.stranger.id, role: 'member' } }) },
  },
  {
    name: '[IN4] once',
    as: 'keeper',
    call: join,
    request: (w) => ({ room_id: w.room, invitation: w.kept.token! }),
    expect: { error: 'invitations.ended' },
  },
  {
    name: '[IN5] who used it is told',
    as: 'owner',
    call: uses,
    request: (w) => ({ invitation_id: w.kept.invitation! }),
    expect: { ok: (w) => ({ uses: [{ user_id: w.stranger.id }], total: 1 }) },
  },
  {
    name: '[IN5] not of an invitation of another room',
    as: 'stranger',
    call: uses,
    room: (w) => w.otherRoom,
    request: (w) => ({ invitation_id: w.kept.invitation! }),
    expect: { error: 'invitations.not_found' },
  },
  {
    name: '[IN4] nor is that revoked',
    as: 'stranger',
    call: revoke,
    room: (w) => w.otherRoom,
    request: (w) => ({ invitation_id: w.kept.open! }),
    expect: { error: 'invitations.not_found' },
  },
  {
    name: '[IN5] one that is used up is listed when asked for',
    as: 'admin',
    call: list,
    request: { include_ended: true },
    expect: { ok: { invitations: [{ state: 'active' }, { state: 'used_up', use_count: 1 }], total: 2 } },
  },
  {
    name: '[IN4] an invitation is revoked',
    as: 'admin',
    call: revoke,
    request: (w) => ({ invitation_id: w.kept.open! }),
    expect: { ok: {} },
  },
  {
    name: '[IN4] and lets nobody in then',
    as: 'keeper',
    call: join,
    request: (w) => ({ room_id: w.room, invitation: w.kept.openToken! }),
    expect: { error: 'invitations.ended' },
  },
];
