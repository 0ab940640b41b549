import type { Row } from '@matinee/testkit/contract-table.ts';

const call = 'RoomService.CreateWebSocketTicket';

export const ticketRows: Row[] = [
  { name: '[TI3] a member gets a ticket', as: 'member', call, expect: { ok: {} } },
  { name: '[TI3] a stranger does not', as: 'stranger', call, expect: { error: 'call.not_a_member' } },
  { name: '[TI3] nor somebody anonymous', as: 'anonymous', call, expect: { error: 'call.unauthenticated' } },
  {
    name: 'there is no ticket for no room',
    as: 'member',
    call,
    room: `room_${'0'.repeat(26)}`,
    expect: { error: 'rooms.not_found' },
  },
  { name: 'the room has to be named', as: 'member', call, room: '', expect: { error: 'call.room_required' } },
  {
    name: 'a connection over gRPC begins with a welcome',
    as: 'member',
    call: 'RoomService.MessageStream',
    expect: { ok: (w) => ({ welcome: { room_id: w.room, principal_id: w.member.id, heartbeat_seconds: 25 } }) },
  },
  {
    name: 'a connection over gRPC is for members',
    as: 'stranger',
    call: 'RoomService.MessageStream',
    expect: { error: 'call.not_a_member' },
  },
];
