import type { Row } from '@matinee/testkit/contract-table.ts';

const pin = 'RoomService.PinChatMessage';
const unpin = 'RoomService.UnpinChatMessage';
const list = 'RoomService.ListPinnedChatMessages';

export const pinRows: Row[] = [
  {
    name: '[CH17] something is said',
    as: 'member',
    call: 'RoomService.SendChatMessage',
    request: { client_message_id: 'pins', content: 'we meet on Fridays' },
    expect: { ok: {} },
  },
  {
    name: 'fridays is there',
    as: 'owner',
    call: 'RoomService.GetChatHistory',
    request: { page_size: 1 },
    expect: { ok: {} },
    keep: { fridays: 'messages.0.id' },
  },
  {
    name: '[CH17] a member pins nothing',
    as: 'member',
    call: pin,
    request: (w) => ({ message_id: w.kept.fridays! }),
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[CH17] who may delete messages pins',
    as: 'admin',
    call: pin,
    request: (w) => ({ message_id: w.kept.fridays!, note: 'for all' }),
    expect: {
      ok: (w) => ({
        pin: {
          message_id: w.kept.fridays!,
          message: { content: 'we meet on Fridays', pinned: true },
          note: 'for all',
          pinned_by_id: w.admin.id,
        },
      }),
    },
  },
  {
    name: '[CH17] with another note',
    as: 'owner',
    call: pin,
    request: (w) => ({ message_id: w.kept.fridays!, note: 'every week', client_operation_id: 'pin' }),
    expect: { ok: (w) => ({ pin: { note: 'every week', pinned_by_id: w.owner.id } }) },
  },
  {
    name: '[CH17] all see what is pinned',
    as: 'member',
    call: list,
    expect: { ok: { pins: [{ note: 'every week', message: { content: 'we meet on Fridays' } }], max_pins: 20 } },
  },
  {
    name: '[CH17] as it is at first, and then what changes',
    as: 'member',
    call: 'RoomService.WatchChatPinEvents',
    expect: { ok: { event: { kind: 'all', pins: [{ note: 'every week' }] } } },
  },
  {
    name: '[CH17] nothing is pinned that is not there',
    as: 'owner',
    call: pin,
    request: { message_id: `msg_${'0'.repeat(26)}` },
    expect: { error: 'chat.message_not_found' },
  },
  {
    name: '[CH17] it is let go',
    as: 'owner',
    call: unpin,
    request: (w) => ({ message_id: w.kept.fridays!, client_operation_id: 'unpin' }),
    expect: { ok: {} },
  },
  {
    name: '[CH12] once',
    as: 'owner',
    call: unpin,
    request: (w) => ({ message_id: w.kept.fridays!, client_operation_id: 'unpin' }),
    expect: { ok: {} },
  },
  {
    name: '[CH17] what is not pinned is not let go',
    as: 'owner',
    call: unpin,
    request: (w) => ({ message_id: w.kept.fridays! }),
    expect: { error: 'chat.not_pinned' },
  },
];
