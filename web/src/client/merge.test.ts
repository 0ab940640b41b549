import type { ChatMessage, Media, PlaylistItemsChange, RoomMember } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { mergeChat, mergeMembers, mergeOnline, mergePlaylist } from './merge.ts';

const media = (id: string, version = 1) => ({ id, version, name: `${id} v${version}` }) as Media;
const change = (over: Partial<PlaylistItemsChange>): PlaylistItemsChange => ({
  playlist_id: 'p',
  playlists: [],
  media: [],
  deleted_ids: [],
  media_order: [],
  total: 0,
  ...over,
});

test('[CS7] a playlist takes what was put, drops what was deleted and follows the order', () => {
  const first = mergePlaylist(undefined, change({ media: [media('a'), media('b', 2), media('c')] }), true);
  const next = mergePlaylist(
    first,
    change({ media: [media('d'), media('b', 1)], deleted_ids: ['a'], media_order: ['d', 'c', 'b'], total: 3 }),
    false,
  );
  expect(next.media.map((item) => item.name)).toEqual(['d v1', 'c v1', 'b v2']);
  expect(mergePlaylist(next, change({ media: [media('x')] }), true).media).toHaveLength(1);
});

test('[CS7] members come, change and go', () => {
  const member = (user_id: string, version = 1) => ({ user_id, version }) as RoomMember;
  const first = mergeMembers(undefined, { kind: 'changed', members: [member('a'), member('b')], total: 2 }, true);
  const more = mergeMembers(first, { kind: 'joined', members: [member('c')], total: 3 }, false);
  const less = mergeMembers(more, { kind: 'kicked', members: [member('a')], total: 2 }, false);
  expect(less).toEqual({ members: [member('b'), member('c')], total: 2 });
});

test('[CS7] presence folds hints together', () => {
  const presence = (user_id: string) => ({ user_id, username: user_id, state: 'playing' as const });
  const hint = { member_count: 1, guest_count: 0, changed: [presence('a')], gone_ids: [], complete: true };
  const first = mergeOnline(undefined, hint, true);
  const next = mergeOnline(first, { ...hint, changed: [presence('b')], gone_ids: ['a'] }, false);
  expect([...next.members.keys()]).toEqual(['b']);
  expect(next.isComplete).toBe(true);
});

test('[CS7] a message that comes twice is there once, an edit replaces it, the order is that of sending', () => {
  const event = (id: string, version = 1) => ({
    eventId: '1',
    kind: 'sent' as const,
    message: { id, version } as ChatMessage,
  });
  let messages = mergeChat(undefined, event('m2'));
  messages = mergeChat(messages, event('m1'));
  messages = mergeChat(messages, event('m2'));
  messages = mergeChat(messages, event('m1', 2));
  messages = mergeChat(messages, event('m1', 1));
  expect(messages).toEqual([
    { id: 'm1', version: 2 },
    { id: 'm2', version: 1 },
  ]);
});
