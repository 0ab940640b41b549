import type { JsonObject } from '@bufbuild/protobuf';
import { changeRoomSettings } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';

const send = 'RoomService.SendChatMessage';

function refused(name: string, request: JsonObject, error = 'call.invalid_request'): Row {
  return {
    name,
    as: 'member',
    call: send,
    request: { client_message_id: 'bad', content: 'hi', ...request },
    expect: { error },
  };
}

export const chatRows: Row[] = [
  {
    name: '[CH1] a message is sent',
    as: 'member',
    call: send,
    request: {
      client_message_id: 'm-1',
      content: 'hello <b>',
      display_position: 'top',
      display_color: '#ff0000',
      metadata: { a: [1, null] },
    },
    expect: {
      ok: (w) => ({
        message: {
          room_id: w.room,
          user_id: w.member.id,
          username: w.member.username,
          client_message_id: 'm-1',
          content: 'hello <b>',
          version: 1,
          deleted: false,
          display_position: 'top',
          display_color: '#ff0000',
          metadata: { a: [1, null] },
        },
      }),
    },
  },
  {
    name: '[CH2] sent again it is the first one still',
    as: 'member',
    call: send,
    request: { client_message_id: 'm-1', content: 'another text' },
    expect: {
      ok: { message: { content: 'hello <b>' } },
    },
  },
  refused('[CH9] metadata is not of any length', { metadata: { a: 'ä'.repeat(2_045) } }, 'chat.metadata_too_large'),
  refused('[CH1] no text is none', { content: '' }, 'chat.empty'),
  refused('[CH1] blanks are none', { content: ' \t\n\u2003' }, 'chat.empty'),
  refused('[CH1] nor what nobody sees', { content: '\u200b\u2800\u3164\u202e\ufe0f' }, 'chat.empty'),
  refused('[CH1] 501 characters are too many', { content: 'x'.repeat(501) }),
  refused('a position that does not exist', { display_position: 'left' }),
  refused('a colour that is none', { display_color: 'red; background: url(x)' }),
  refused('no client_message_id', { client_message_id: '' }),
  {
    name: '[CH1] 500 characters of four bytes are fine',
    as: 'member',
    call: send,
    request: { client_message_id: 'm-2', content: '🎬'.repeat(500) },
    expect: { ok: { message: { content: '🎬'.repeat(500) } } },
  },
  {
    name: 'a stranger does not write',
    as: 'stranger',
    call: send,
    request: { client_message_id: 's-1', content: 'hi' },
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[CH6] history has the oldest first',
    as: 'owner',
    call: 'RoomService.GetChatHistory',
    expect: { ok: { messages: [{ client_message_id: 'm-1' }, { client_message_id: 'm-2' }], has_more: false } },
    keep: { message: 'messages.0.id' },
  },
  {
    name: 'one message is read',
    as: 'admin',
    call: 'RoomService.GetChatMessage',
    request: (w) => ({ message_id: w.kept.message! }),
    expect: { ok: { message: { content: 'hello <b>' } } },
  },
  {
    name: 'one that does not exist is not found',
    as: 'admin',
    call: 'RoomService.GetChatMessage',
    request: { message_id: `msg_${'0'.repeat(26)}` },
    expect: { error: 'chat.message_not_found' },
  },
  {
    name: '[CH6] and more when there is more',
    as: 'owner',
    call: 'RoomService.GetChatHistory',
    request: { page_size: 1 },
    expect: { ok: { messages: [{ client_message_id: 'm-2' }], has_more: true } },
  },
  {
    name: '[CH4] events are watched from any place on',
    as: 'owner',
    call: 'RoomService.WatchChatEvents',
    request: { after_event_sequence: '0' },
    expect: { ok: { event: { kind: 'sent', message: { client_message_id: 'm-1' } } } },
  },
  changeRoomSettings('[CH3] slow mode on', { slow_mode_seconds: 3_600 }),
  refused('[CH3] a member rests', { client_message_id: 'm-3' }, 'chat.slow_mode'),
  {
    name: '[CH3] who says nothing new need not rest',
    as: 'member',
    call: send,
    request: { client_message_id: 'm-2', content: 'again' },
    expect: { ok: { message: { content: '🎬'.repeat(500) } } },
  },
  {
    name: '[CH3] another member may speak',
    as: 'admin',
    call: send,
    request: { client_message_id: 'm-1', content: 'from the admin' },
    expect: { ok: { message: { content: 'from the admin' } } },
  },
  changeRoomSettings('[CH3] chat off', { chat_enabled: false, slow_mode_seconds: 0 }),
  refused('[CH3] then nobody writes', { client_message_id: 'm-4' }, 'chat.disabled'),
  ...['', 'x', `med_${'0'.repeat(26)}`].map(
    (id): Row => ({
      name: `[CH6] history does not begin at ${JSON.stringify(id)}`,
      as: 'member',
      call: 'RoomService.GetChatHistory',
      request: { before_message_id: id },
      expect: { error: 'call.invalid_request' },
    }),
  ),
];
