import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { describe, expect, test } from 'vitest';
import { addEvent, keptMessages, type LiveChat } from '../messages.ts';
import { linkify } from '../text/linkify.ts';
import { linesOf } from './lines.ts';

const message = (id: string, user: string, at: string, deleted = false) =>
  ({ id, user_id: user, username: user, created_at: at, content: id, version: 1, deleted }) as ChatMessage;
function grouped(...messages: ChatMessage[]): string[] {
  const groups: string[] = [];
  for (const { message, startsGroup } of linesOf(messages)) {
    if (startsGroup) groups.push(message.id);
    else groups.push(`${groups.pop()}${message.id}`);
  }
  return groups;
}

describe('groups', () => {
  test('[WC1] the five minutes are those since the last message, however long the person has spoken', () => {
    expect(
      grouped(
        message('a', 'ada', '2026-05-01T10:00:00'),
        message('b', 'ada', '2026-05-01T10:05:00'),
        message('c', 'ada', '2026-05-01T10:10:00'),
        message('d', 'ada', '2026-05-01T10:15:01'),
      ),
    ).toEqual(['abc', 'd']);
  });

  test('[WC1] a deleted message stays in its place, where a line says that it was there', () => {
    expect(
      grouped(
        message('a', 'ada', '2026-05-01T10:00:00'),
        message('x', 'bob', '2026-05-01T10:00:10', true),
        message('b', 'ada', '2026-05-01T10:00:20'),
      ),
    ).toEqual(['a', 'x', 'b']);
  });

  test('[WC1] a day begins once, and a group has the time of its first message', () => {
    const lines = linesOf([
      message('a', 'ada', '2026-05-01T10:00:00'),
      message('b', 'bob', '2026-05-01T10:01:00'),
      message('c', 'bob', '2026-05-01T10:02:00'),
      message('d', 'bob', '2026-05-02T10:02:00'),
    ]);
    expect(lines.map(({ startsDay }) => startsDay)).toEqual([true, false, false, true]);
    const times = lines.filter(({ startsGroup }) => startsGroup).map(({ sentAt }) => sentAt.getMinutes());
    expect(times).toEqual([0, 1, 2]);
  });
});

describe('links', () => {
  const linksIn = (text: string) => linkify(text).flatMap(({ href }) => href ?? []);

  test.each([
    ['watch https://a.example/x.', 'https://a.example/x'],
    ['https://a.example/x?!', 'https://a.example/x'],
    ['[https://a.example/x]', 'https://a.example/x'],
    ['"https://a.example/x"', 'https://a.example/x'],
    ['https://en.example/wiki/Heat_(film)', 'https://en.example/wiki/Heat_(film)'],
    ['https://a.example/?q=a,b&c=d', 'https://a.example/?q=a,b&c=d'],
    ['HTTPS://A.example/X', 'HTTPS://A.example/X'],
    ['http://localhost:8080/r', 'http://localhost:8080/r'],
    ['https://a.example/кино', 'https://a.example/кино'],
  ])('[WC3] %s', (text, link) => expect(linksIn(text)).toEqual([link]));

  test('[WC3] several in one message, with everything between them', () => {
    const text = 'https://a.example then\nhttps://b.example, bye';
    expect(linksIn(text)).toEqual(['https://a.example', 'https://b.example']);
    expect(
      linkify(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  test.each(['xhttps://a.example', 'https://', 'ftp://a.example', '//a.example', ''])('[WC3] %j has none', (text) =>
    expect(linksIn(text)).toEqual([]),
  );
});

test('a page that stays open keeps the newest messages only', () => {
  const at = (number: number) => String(number).padStart(6, '0');
  let held: LiveChat | undefined;
  for (let number = 0; number <= keptMessages; number += 1)
    held = addEvent(held, { kind: 'sent', message: message(at(number), 'ada', '') } as never);
  const messages = held?.messages ?? [];
  expect([messages.length, messages[0]?.id, messages.at(-1)?.id]).toEqual([keptMessages, at(1), at(keptMessages)]);
  expect(addEvent(held, { kind: 'cleared' } as never)).toEqual(held);
});
