import type { Row } from '@matinee/testkit/contract-table.ts';

const context = 'RoomService.GetChatMessageContext';
const during = 'RoomService.GetChatPlaybackMessages';
const search = 'RoomService.SearchChatMessages';
const state = 'RoomService.GetChatReadState';
const mark = 'RoomService.MarkChatRead';
const receipts = 'RoomService.GetChatMessageReadReceipts';
const unknown = `msg_${'0'.repeat(26)}`;

const said = ['read one', 'read two', 'read three'].flatMap((content, place): Row[] => [
  {
    name: `[CH19] "${content}" is said`,
    as: 'owner',
    call: 'RoomService.SendChatMessage',
    request: { client_message_id: content, content },
    expect: { ok: {} },
  },
  {
    name: `[CH19] "${content}" is there`,
    as: 'owner',
    call: 'RoomService.GetChatHistory',
    request: { page_size: 1 },
    expect: { ok: { messages: [{ content }] } },
    keep: { [`read${place}`]: 'messages.0.id' },
  },
]);

export const readingRows: Row[] = [
  {
    name: '[CH20] a film plays',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.media, position_seconds: 30, paused: true }),
    expect: { ok: {} },
  },
  ...said,
  {
    name: '[CH19] a message is read with those around it',
    as: 'member',
    call: context,
    request: (w) => ({ message_id: w.kept.read1!, before: 1, after: 1 }),
    expect: {
      ok: { messages: [{ content: 'read one' }, { content: 'read two' }, { content: 'read three' }], has_after: false },
    },
  },
  {
    name: '[CH19] there is nothing around what is not there',
    as: 'member',
    call: context,
    request: { message_id: unknown },
    expect: { error: 'chat.message_not_found' },
  },
  {
    name: '[CH19] history goes on from a message',
    as: 'member',
    call: 'RoomService.GetChatHistory',
    request: (w) => ({ after_message_id: w.kept.read0!, page_size: 1 }),
    expect: { ok: { messages: [{ content: 'read two' }], has_more: true } },
  },
  {
    name: '[CH19] in one direction at a time',
    as: 'member',
    call: 'RoomService.GetChatHistory',
    request: (w) => ({ after_message_id: w.kept.read0!, before_message_id: w.kept.read2! }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[CH20] what was said at a place of the film',
    as: 'member',
    call: during,
    request: (w) => ({ playback_media_id: w.media, from_seconds: 29, to_seconds: 31 }),
    expect: { ok: { messages: [{ content: 'read one' }, { content: 'read two' }, { content: 'read three' }] } },
  },
  {
    name: '[CH20] nothing was said in an earlier showing',
    as: 'member',
    call: during,
    request: (w) => ({ playback_media_id: w.media, from_seconds: 0, sent_before: '2026-01-01T00:00:00Z' }),
    expect: { ok: { messages: [], has_more: false } },
  },
  {
    name: '[CH20] nothing was said elsewhere',
    as: 'member',
    call: during,
    request: (w) => ({ playback_media_id: w.media, from_seconds: 31 }),
    expect: { ok: { messages: [], has_more: false } },
  },
  {
    name: '[CH20] a window does not end before it begins',
    as: 'member',
    call: during,
    request: (w) => ({ playback_media_id: w.media, from_seconds: 31, to_seconds: 30 }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[CH21] text is found in any case',
    as: 'member',
    call: search,
    request: { query: 'READ T', page_size: 1 },
    expect: { ok: { messages: [{ content: 'read three' }], has_more: true } },
  },
  {
    name: '[CH21] of one person',
    as: 'member',
    call: search,
    request: (w) => ({ query: 'read', user_id: w.member.id }),
    expect: { ok: { messages: [] } },
  },
  {
    name: '[CH21] a pattern is text',
    as: 'member',
    call: search,
    request: { query: 'read%' },
    expect: { ok: { messages: [] } },
  },
  {
    name: '[CH22] what others said is unread',
    as: 'admin',
    call: mark,
    request: (w) => ({ message_id: w.kept.read0! }),
    expect: {
      ok: (w) => ({ read_state: { last_read_message_id: w.kept.read0!, unread_count: 2, unread_mention_count: 0 } }),
    },
  },
  {
    name: '[CH22] and stays so',
    as: 'admin',
    call: state,
    expect: { ok: (w) => ({ read_state: { unread_count: 2, first_unread_message_id: w.kept.read1! } }) },
  },
  {
    name: '[CH22] a message that is not there was not read',
    as: 'admin',
    call: mark,
    request: { message_id: unknown },
    expect: { error: 'chat.message_not_found' },
  },
  {
    name: '[CH23] who has read a message, and who has not',
    as: 'owner',
    call: receipts,
    request: (w) => ({ message_id: w.kept.read0! }),
    expect: {
      ok: (w) => ({
        read_by: [{ user_id: w.admin.id, username: w.admin.username }],
        read_count: 1,
        unread_by: [{ user_id: w.member.id }],
        unread_count: 1,
      }),
    },
  },
  {
    name: '[CH23] nobody has read what is not there',
    as: 'owner',
    call: receipts,
    request: { message_id: unknown },
    expect: { error: 'chat.message_not_found' },
  },
];
