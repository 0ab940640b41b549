import type { ChatMessage, ChatMessageEvent } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { countText } from './counter.ts';
import { groupMessages } from './group.ts';
import { linkify } from './linkify.ts';
import { addEvent, mergeMessages } from './messages.ts';
import { stillPending, toContent } from './outbox.ts';
import { unreadMessages } from './unread.ts';

function message(id: string, user: string, at: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    room_id: 'room',
    user_id: user,
    username: user,
    client_message_id: `c-${id}`,
    content: id,
    created_at: at,
    version: 1,
    deleted: false,
    display_position: '',
    display_color: '',
    ...more,
  };
}

test('[WC1] one name over messages that follow each other within five minutes', () => {
  const groups = groupMessages([
    message('1', 'ada', '2026-05-01T10:00:00'),
    message('2', 'ada', '2026-05-01T10:04:59'),
    message('3', 'ada', '2026-05-01T10:10:00'),
    message('4', 'bob', '2026-05-01T10:10:01'),
    message('5', 'ada', '2026-05-01T10:10:02'),
  ]);
  expect(groups.map((group) => group.messages.map(({ id }) => id))).toEqual([['1', '2'], ['3'], ['4'], ['5']]);
});

test('[WC1] a new day starts a new group', () => {
  const groups = groupMessages([
    message('1', 'ada', '2026-05-01T23:59:00'),
    message('2', 'ada', '2026-05-02T00:01:00'),
  ]);
  expect(groups.map((group) => group.startsDay)).toEqual([true, true]);
});

test('[WC2] own, deleted and seen messages are not unread', () => {
  const list = [
    message('1', 'bob', ''),
    message('2', 'ada', ''),
    message('3', 'bob', ''),
    message('4', 'bob', '', { deleted: true }),
  ];
  expect(unreadMessages(list, '1', 'ada').map(({ id }) => id)).toEqual(['3']);
  expect(unreadMessages(list, undefined, 'ada')).toEqual([]);
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
  const messages = events.reduce(addEvent, [] as readonly ChatMessage[]);
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
