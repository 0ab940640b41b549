import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const edit = 'RoomService.EditChatMessage';
const remove = 'RoomService.DeleteChatMessage';
const unknown = `msg_${'0'.repeat(26)}`;

/** A row about the member's own message. */
function own(
  name: string,
  call: string,
  as: Row['as'],
  request: JsonObject | ((world: World) => JsonObject),
  expect: Row['expect'],
): Row {
  const more = typeof request === 'function' ? request : () => request;
  return { name, as, call, request: (w) => ({ message_id: w.kept.own!, ...more(w) }), expect };
}

const editing: Row[] = [
  {
    name: '[CH14] something is said',
    as: 'member',
    call: 'RoomService.SendChatMessage',
    request: { client_message_id: 'changes', content: 'first text', metadata: { a: 1 } },
    expect: { ok: {} },
  },
  {
    name: 'own is there',
    as: 'owner',
    call: 'RoomService.GetChatHistory',
    request: { page_size: 1 },
    expect: { ok: {} },
    keep: { own: 'messages.0.id' },
  },
  own('[CH14] nobody else changes the text', edit, 'owner', { content: 'mine' }, { error: 'chat.not_own_message' }),
  own('[CH14] nor without any', edit, 'member', { content: ' \n' }, { error: 'chat.empty' }),
  own('[CH14] nor with too much', edit, 'member', { content: 'x'.repeat(501) }, { error: 'call.invalid_request' }),
  own(
    '[CH14] nor from another version',
    edit,
    'member',
    { content: 'late', expected_version: 2 },
    { error: 'chat.version_conflict' },
  ),
  own('[CH14] nor without one', edit, 'member', { content: 'late' }, { error: 'chat.version_conflict' }),
  own(
    '[CH14] its author changes it',
    edit,
    'member',
    { content: 'second text', expected_version: 1, client_operation_id: 'edit' },
    { ok: { message: { content: 'second text', version: 2, metadata: { a: 1 }, deleted: false } } },
  ),
  own(
    '[CH12] sent again it gets the same answer',
    edit,
    'member',
    { content: 'second text', expected_version: 1, client_operation_id: 'edit' },
    { ok: { message: { content: 'second text', version: 2 } } },
  ),
  own(
    '[CH12] another change under the same id is refused',
    edit,
    'member',
    { content: 'third text', client_operation_id: 'edit' },
    { error: 'chat.operation_reused' },
  ),
  {
    name: '[CH14] a message that is not there is not found',
    as: 'member',
    call: edit,
    request: { message_id: unknown, content: 'x' },
    expect: { error: 'chat.message_not_found' },
  },
  {
    name: '[CH14] nor one of another room',
    as: 'stranger',
    room: (w) => w.otherRoom,
    call: edit,
    request: (w) => ({ message_id: w.kept.own!, content: 'x' }),
    expect: { error: 'chat.message_not_found' },
  },
  own(
    '[CH15] a mention points to a name',
    edit,
    'member',
    (w) => ({ content: 'hi you', mentions: [{ user_id: w.owner.id, offset: 3, length: 3 }] }),
    {
      error: 'chat.invalid_mention',
    },
  ),
];

const mentioning: Row[] = [
  {
    name: '[CH15] people are mentioned by code points',
    as: 'owner',
    call: 'RoomService.SendChatMessage',
    request: (w) => ({
      client_message_id: 'mention',
      content: `🎬 @${w.member.username}!`,
      mentions: [{ user_id: w.member.id, offset: 2, length: w.member.username.length + 1 }],
      reply_to_message_id: w.kept.own!,
    }),
    expect: {
      ok: (w) => ({
        message: { mentions: [{ user_id: w.member.id, offset: 2 }], reply_to_message_id: w.kept.own! },
      }),
    },
  },
  ...[
    { name: 'who is no member', user: (w: World) => w.stranger, offset: 0 },
    { name: 'beside the name', user: (w: World) => w.member, offset: 1 },
    { name: 'behind the text', user: (w: World) => w.member, offset: 400 },
  ].map(
    ({ name, user, offset }): Row => ({
      name: `[CH15] not ${name}`,
      as: 'owner',
      call: 'RoomService.SendChatMessage',
      request: (w) => ({
        client_message_id: 'no mention',
        content: `@${user(w).username} @${user(w).username}`,
        mentions: [{ user_id: user(w).id, offset, length: user(w).username.length + 1 }],
      }),
      expect: { error: 'chat.invalid_mention' },
    }),
  ),
  {
    name: '[CH15] two mentions do not overlap',
    as: 'owner',
    call: 'RoomService.SendChatMessage',
    request: (w) => {
      const mention = { user_id: w.member.id, offset: 0, length: w.member.username.length + 1 };
      return { client_message_id: 'twice', content: `@${w.member.username}`, mentions: [mention, mention] };
    },
    expect: { error: 'chat.invalid_mention' },
  },
  {
    name: '[CH15] nothing that is not there is answered',
    as: 'owner',
    call: 'RoomService.SendChatMessage',
    request: { client_message_id: 'no reply', content: 'yes', reply_to_message_id: unknown },
    expect: { error: 'chat.reply_not_found' },
  },
];

const deleting: Row[] = [
  own('[CH13] a member deletes nothing of others', remove, 'stranger', {}, { error: 'call.not_a_member' }),
  own('[CH13] nor from another version', remove, 'owner', { expected_version: 1 }, { error: 'chat.version_conflict' }),
  own('[CH14] nor without one', remove, 'owner', {}, { error: 'chat.version_conflict' }),
  own(
    '[CH13] who may, says why',
    remove,
    'owner',
    { reason: 'off topic', expected_version: 2, client_operation_id: 'delete' },
    {
      ok: (w) => ({
        message: {
          id: w.kept.own!,
          deleted: true,
          content: '',
          version: 3,
          delete_actor_id: w.owner.id,
          delete_reason: 'off topic',
        },
      }),
    },
  ),
  own(
    '[CH12] [CH13] sent again it gets the same answer',
    remove,
    'owner',
    { reason: 'off topic', expected_version: 2, client_operation_id: 'delete' },
    { ok: { message: { deleted: true, version: 3 } } },
  ),
  own('[CH13] what is deleted stays deleted', remove, 'admin', {}, { ok: { message: { version: 3 } } }),
  own('[CH14] and has no text to change', edit, 'member', { content: 'x' }, { error: 'chat.message_not_found' }),
  {
    name: '[CH13] its text is read nowhere',
    as: 'member',
    call: 'RoomService.GetChatMessage',
    request: (w) => ({ message_id: w.kept.own! }),
    expect: {
      ok: (w) => ({ message: { content: '', deleted: true, delete_actor_id: w.owner.id, delete_reason: 'off topic' } }),
    },
  },
];

export const changingRows: Row[] = [...editing, ...mentioning, ...deleting];
