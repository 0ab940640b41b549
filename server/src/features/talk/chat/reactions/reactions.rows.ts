import type { Row } from '@matinee/testkit/contract-table.ts';

const set = 'RoomService.SetChatReaction';
const users = 'RoomService.ListChatReactionUsers';
const thumb = '👍🏽';

export const reactionRows: Row[] = [
  {
    name: '[CH16] something is said',
    as: 'owner',
    call: 'RoomService.SendChatMessage',
    request: { client_message_id: 'reactions', content: 'what do you think?' },
    expect: { ok: {} },
  },
  {
    name: 'asked is there',
    as: 'owner',
    call: 'RoomService.GetChatHistory',
    request: { page_size: 1 },
    expect: { ok: {} },
    keep: { asked: 'messages.0.id' },
  },
  {
    name: '[CH16] somebody reacts',
    as: 'member',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: thumb, enabled: true }),
    expect: { ok: { reactions: [{ reaction_key: thumb, count: 1, reacted: true }] } },
  },
  {
    name: '[CH16] once',
    as: 'member',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: thumb }),
    expect: { ok: { reactions: [{ count: 1 }] } },
  },
  {
    name: '[CH16] and others with them',
    as: 'admin',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: thumb, client_operation_id: 'thumb' }),
    expect: { ok: { reactions: [{ count: 2, reacted: true }] } },
  },
  {
    name: '[CH12] another reaction is another operation',
    as: 'admin',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: '🎉', client_operation_id: 'thumb' }),
    expect: { error: 'chat.operation_reused' },
  },
  ...['👍👍', '🎉'.repeat(10), 'Nice!', '<b>', '❤️‍'].map(
    (key): Row => ({
      name: `[CH16] ${JSON.stringify(key)} is none`,
      as: 'member',
      call: set,
      request: (w) => ({ message_id: w.kept.asked!, reaction_key: key }),
      expect: { error: 'chat.invalid_reaction' },
    }),
  ),
  {
    name: '[CH16] 64 of them are none',
    as: 'member',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: '👍'.repeat(64) }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[CH16] nobody reacts to nothing',
    as: 'member',
    call: set,
    request: { message_id: `msg_${'0'.repeat(26)}`, reaction_key: thumb },
    expect: { error: 'chat.message_not_found' },
  },
  {
    name: '[CH16] a stranger does not react',
    as: 'stranger',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: thumb }),
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[CH16] who did',
    as: 'owner',
    call: users,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: thumb }),
    expect: {
      ok: (w) => ({
        users: [{ user_id: w.member.id, username: w.member.username }, { user_id: w.admin.id }],
        total: 2,
      }),
    },
  },
  {
    name: '[CH16] a key that can be none has nobody',
    as: 'owner',
    call: users,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: 'No' }),
    expect: { error: 'chat.invalid_reaction' },
  },
  {
    name: '[CH16] messages tell it',
    as: 'owner',
    call: 'RoomService.GetChatMessage',
    request: (w) => ({ message_id: w.kept.asked! }),
    expect: { ok: { message: { reactions: [{ reaction_key: thumb, count: 2, reacted: false }] } } },
  },
  {
    name: '[CH16] what asks for a picture makes no other reaction of one',
    as: 'owner',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: '🎉\uFE0F' }),
    expect: { ok: { reactions: [{ reaction_key: thumb }, { reaction_key: '🎉', reacted: true }] } },
  },
  {
    name: '[CH16] it is taken back',
    as: 'member',
    call: set,
    request: (w) => ({ message_id: w.kept.asked!, reaction_key: thumb, enabled: false }),
    expect: {
      ok: {
        reactions: [
          { reaction_key: thumb, count: 1, reacted: false },
          { reaction_key: '🎉', count: 1 },
        ],
      },
    },
  },
];
