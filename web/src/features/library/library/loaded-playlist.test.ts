import type { Media, PlaylistItemsChange } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { addMedia, mergePlaylist } from './loaded-playlist.ts';

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

const ids = (items: ReturnType<typeof mergePlaylist>) => items.media.map(({ id }) => id).join('');

test('[CS7] something new comes at the end of a list that is loaded to its end', () => {
  const whole = mergePlaylist(undefined, change({ media: [media('a'), media('b')], total: 2 }), true);
  expect(ids(mergePlaylist(whole, change({ media: [media('c')], total: 3 }), false))).toBe('abc');
});

test('[CS8] what lies behind a gap is not shown before the gap is filled', () => {
  let items = mergePlaylist(undefined, change({ media: [media('a'), media('b')], total: 4 }), true);
  items = mergePlaylist(items, change({ media: [media('e')], total: 5 }), false);
  expect(ids(items)).toBe('ab');
  items = addMedia(items, [media('c'), media('d')], 2);
  expect(ids(items)).toBe('abcd');
  items = addMedia(items, [media('e')], 4);
  expect(ids(items)).toBe('abcde');
});

test('[CS8] a moved item comes to its place, and one that is not loaded ends what is shown', () => {
  let items = mergePlaylist(undefined, change({ media: [media('a'), media('b'), media('c')], total: 5 }), true);
  items = mergePlaylist(
    items,
    change({ media: [media('e')], media_order: ['e', 'a', 'b', 'c', 'd'], total: 5 }),
    false,
  );
  expect(ids(items)).toBe('eabc');
  items = mergePlaylist(items, change({ media: [media('a')], media_order: ['e', 'b', 'c', 'd', 'a'] }), false);
  expect(ids(items)).toBe('ebc');
  expect(ids(addMedia(items, [media('d')], 0))).toBe('ebcda');
});

test('[CS8] a page that overlaps adds nothing twice', () => {
  const items = mergePlaylist(undefined, change({ media: [media('a'), media('b')], total: 3 }), true);
  expect(ids(addMedia(items, [media('b'), media('c')], 2))).toBe('abc');
});
