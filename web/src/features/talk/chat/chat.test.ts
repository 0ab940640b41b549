import type { ChatMessage, ChatMessageEvent } from '@matinee/contract/gen/api.ts';
import { describe, expect, test } from 'vitest';
import { countText } from './composing/counter.ts';
import { toContent } from './content.ts';
import { linesOf } from './list/lines.ts';
import { addEvent, mergeMessages, noLiveChat, withReactions } from './messages.ts';
import { stillPending } from './outbox.ts';
import { linkify } from './text/linkify.ts';
import { countUnread, placeOf, readUpTo } from './unread.ts';

function message(id: string, user: string, at: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    room_id: 'room',
    user_id: user,
    username: user,
    display_name: user,
    client_message_id: `c-${id}`,
    content: id,
    created_at: at,
    version: 1,
    deleted: false,
    display_position: '',
    display_color: '',
    mentions: [],
    reactions: [],
    pinned: false,
    attachments: [],
    ...more,
  };
}

test('[WC1] one name over messages that follow each other within five minutes', () => {
  const lines = linesOf([
    message('1', 'ada', '2026-05-01T10:00:00'),
    message('2', 'ada', '2026-05-01T10:04:59'),
    message('3', 'ada', '2026-05-01T10:10:00'),
    message('4', 'bob', '2026-05-01T10:10:01'),
    message('5', 'ada', '2026-05-01T10:10:02'),
  ]);
  expect(lines.filter(({ startsGroup }) => startsGroup).map(({ message }) => message.id)).toEqual(['1', '3', '4', '5']);
});

test('[WC1] a new day starts a new group', () => {
  const lines = linesOf([message('1', 'ada', '2026-05-01T23:59:00'), message('2', 'ada', '2026-05-02T00:01:00')]);
  expect(lines.map(({ startsDay }) => startsDay)).toEqual([true, true]);
});

test('[WC21] those who join one after another stand in the last of their lines, each once', () => {
  const joins = (id: string, user: string, at = '2026-05-01T10:00:00') =>
    message(id, user, at, { content: '', system: { kind: 'joined', media_name: '' } });
  const lines = linesOf([
    joins('1', 'ada'),
    joins('2', 'bob'),
    joins('3', 'ada'),
    message('4', 'bob', '2026-05-01T10:00:00'),
    joins('5', 'cem'),
    joins('6', 'dan', '2026-05-02T10:00:00'),
  ]);
  const said = lines.filter(({ isFolded }) => !isFolded).map(({ joined }) => joined);
  expect(said).toEqual([['ada', 'bob'], undefined, ['cem'], ['dan']]);
});

test('[WC21] of items that are started one after another the last one is told, until somebody says something', () => {
  const starts = (id: string, at = '2026-05-01T10:00:00') =>
    message(id, 'ada', at, { content: '', system: { kind: 'playback_changed', media_name: id } });
  const said = message('3', 'bob', '2026-05-01T10:00:00');
  const lines = linesOf([starts('1'), starts('2'), said, starts('4'), starts('5'), starts('6', '2026-05-02T10:00:00')]);
  expect(lines.filter(({ isFolded }) => !isFolded).map((line) => line.message.id)).toEqual(['2', '3', '5', '6']);
});

describe('what is unread', () => {
  const list = [
    message('1', 'bob', ''),
    message('2', 'ada', ''),
    message('3', 'bob', '', { reply_to_message_id: '2' }),
    message('4', 'bob', '', { deleted: true }),
    message('5', 'bob', '', { mentions: [{ user_id: 'ada', offset: 0, length: 4 }] }),
  ];

  test('[WC2] own, deleted and seen messages are not, and those that name or answer somebody are told apart', () => {
    expect(countUnread(list, true, readUpTo('1'), 'ada')).toEqual({ count: 2, mentionCount: 2, firstId: '3' });
    expect(countUnread(list, true, readUpTo('5'), 'ada')).toEqual({ count: 0, mentionCount: 0, firstId: undefined });
  });

  test('[WC2] of somebody who has read nothing, it begins with the first that the server names', () => {
    const place = placeOf({ unread_count: 2, unread_mention_count: 1, first_unread_message_id: '3' }, '5');
    expect(countUnread(list, true, place, 'ada')).toMatchObject({ count: 2, firstId: '3' });
    const nothing = placeOf({ unread_count: 0, unread_mention_count: 0 }, '4');
    expect(countUnread(list, true, nothing, 'ada')).toMatchObject({ count: 1, firstId: '5' });
  });

  test('[WC2] what is not loaded is counted by the server, and what came since on top', () => {
    const state = {
      last_read_message_id: '0',
      unread_count: 70,
      unread_mention_count: 3,
      first_unread_message_id: '01',
    };
    const unread = countUnread(list, false, placeOf(state, '3'), 'ada');
    expect(unread).toEqual({ count: 71, mentionCount: 4, firstId: '01' });
  });
});

test('[WC3] only http addresses are links, without the punctuation after them', () => {
  expect(linkify('see (https://a.example/x_(y)). ok')).toEqual([
    { text: 'see (' },
    { text: 'https://a.example/x_(y)', href: 'https://a.example/x_(y)' },
    { text: '). ok' },
  ]);
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'just words', 'http://']) {
    expect(linkify(text), text).toEqual([{ text }]);
  }
});

test('[WC4] a message is pending until the one with its id arrives', () => {
  const outgoing = [
    { clientMessageId: 'c-1', content: 'a', state: 'sending' },
    { clientMessageId: 'c-2', content: 'b', state: 'failed' },
  ] as const;
  expect(stillPending(outgoing, [message('1', 'ada', '')])).toEqual([outgoing[1]]);
});

test('[WC5] pages and live messages are one list, the higher version wins', () => {
  const merged = mergeMessages(
    [message('3', 'a', ''), message('2', 'a', '', { version: 2, content: 'edited' })],
    [message('1', 'a', ''), message('2', 'a', '')],
  );
  expect(merged.map(({ id, content }) => [id, content])).toEqual([
    ['1', '1'],
    ['2', 'edited'],
    ['3', '3'],
  ]);
});

test('[CS7] a message that comes twice is there once, an edit replaces it, the order is that of sending', () => {
  const event = (id: string, version = 1) =>
    ({ kind: 'sent', message: message(id, 'ada', '', { version }) }) as ChatMessageEvent;
  const events = [event('m2'), event('m1'), event('m2'), event('m1', 2), event('m1', 1)];
  const { messages } = events.reduce(addEvent, noLiveChat);
  expect(messages.map(({ id, version }) => [id, version])).toEqual([
    ['m1', 2],
    ['m2', 1],
  ]);
});

test('[WC6] 1 to 500 code points', () => {
  expect(toContent('  \n ')).toBeUndefined();
  expect(toContent(' hi ')).toBe('hi');
  expect(toContent('🎬'.repeat(500))).toBe('🎬'.repeat(500));
  expect(toContent('x'.repeat(501))).toBeUndefined();
});

test('[WC6] a draft that is too long says by how much', () => {
  const say = (key: string, { count }: { count: number }) => `${key} ${count}`;
  expect([450, 500, 501, 1_990].map((length) => countText(length, say))).toEqual([
    'left 50',
    'left 0',
    'tooLong 1',
    'tooLong 1490',
  ]);
});

test("[WC9] reactions are counted as they change, and one's own are told apart", () => {
  const reaction = (user_id: string, enabled: boolean, count: number, reaction_key = '🎉') =>
    ({
      kind: 'reacted',
      reaction: { message_id: 'm1', reaction_key, user_id, username: user_id, display_name: user_id, enabled, count },
    }) as never;
  const held = [
    message('m1', 'ada', '', { reactions: [{ reaction_key: '👍', count: 1, reacted: true }] }),
    message('m2', 'ada', ''),
  ];
  const after = (...events: never[]) =>
    withReactions(held, events.reduce(addEvent, noLiveChat).reactions, 'me').map(({ reactions }) => reactions);
  const thumb = { reaction_key: '👍', count: 1, reacted: true };
  expect(after(reaction('bob', true, 1), reaction('me', true, 2))).toEqual([
    [thumb, { reaction_key: '🎉', count: 2, reacted: true }],
    [],
  ]);
  expect(after(reaction('bob', true, 1), reaction('bob', false, 0))).toEqual([[thumb], []]);
  expect(after(reaction('bob', true, 2, '👍'))).toEqual([[{ ...thumb, count: 2 }], []]);
  expect(after(reaction('me', false, 0, '👍'))).toEqual([[], []]);
});
