import type { ChatMessage, RoomMember } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { openRequests } from './remote-requests.ts';

const nowMs = Date.parse('2026-11-22T20:00:00Z');
const member = (id: string, permissions: RoomMember['permissions'] = []) =>
  ({ user_id: id, username: id, role: 'member', permissions, version: 1 }) as unknown as RoomMember;
const message = (id: string, userId: string, over: Partial<ChatMessage> = {}) =>
  ({
    id,
    user_id: userId,
    created_at: new Date(nowMs - 60_000).toISOString(),
    metadata: { asks_for: 'remote' },
    deleted: false,
    ...over,
  }) as unknown as ChatMessage;
const ask = (messages: ChatMessage[], members: RoomMember[], answered: string[] = []) =>
  openRequests(messages, members, new Set(answered), nowMs).map(({ id }) => id);

test('[WM4] whoever asks and has no remote is asking, once, by the newest line', () => {
  expect(ask([message('1', 'ben'), message('2', 'ben'), message('3', 'eve')], [member('ben'), member('eve')])).toEqual([
    '2',
    '3',
  ]);
});

test('[WM4] the request is over when the person has the remote, when it was answered, and after ten minutes', () => {
  const ben = member('ben');
  expect(ask([message('1', 'ben')], [member('ben', ['control_playback_state', 'navigate_playback'])])).toEqual([]);
  expect(ask([message('1', 'ben')], [ben], ['1'])).toEqual([]);
  expect(ask([message('1', 'ben', { created_at: new Date(nowMs - 601_000).toISOString() })], [ben])).toEqual([]);
});

test('[WM4] other lines, deleted ones and those of people who have left ask for nothing', () => {
  const plain = message('1', 'ben', { metadata: {} });
  expect(
    ask([plain, message('2', 'eve', { deleted: true }), message('3', 'zoe')], [member('ben'), member('eve')]),
  ).toEqual([]);
});
