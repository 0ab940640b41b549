import type { PrepareDirectUrlResponse } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import type { Api } from '../../../client/calls/api.ts';
import { isEditable } from '../../../ui/is-editable.ts';
import { recognizeLinks } from './add-links.port.ts';
import { linksIn, refusalOf, siteOf } from './links.port.ts';
import { idBefore, inOrder, moveItem, placeAfter, placeAt } from './order/reorder.ts';
import { obstacleOf } from './paste/link-obstacle.ts';

const origin = 'https://matinee.example';

test('[WL1] every link in the text, once and in order', () => {
  const text =
    'https://a.example/one.mp4\n  <https://b.example/two.m3u8>, and\r\nhttps://a.example/one.mp4 youtu.be/abc';
  expect(linksIn(text, origin)).toEqual([
    'https://a.example/one.mp4',
    'https://b.example/two.m3u8',
    'https://youtu.be/abc',
  ]);
});

test('[WL1] spaces in the name of a file are part of its link, where a line is nothing else', () => {
  expect(linksIn('https://a.example/My Film (2024).mkv\nsee https://b.example/x two.mp4', origin)).toEqual([
    'https://a.example/My%20Film%20(2024).mkv',
    'https://b.example/x',
  ]);
  expect(linksIn('https://a.example/one https://b.example/two.mp4', origin)).toHaveLength(2);
});

test('[WL1] text without a link, other schemes and room links add nothing', () => {
  for (const text of [
    'hello',
    'either/or, and 1.5/2 of it, e.g./i.e.',
    'ftp://a.example/x',
    'javascript:alert(1)',
    'http://',
    `${origin}/r/room_01jd3k9x8m2p4q6r8t0v2w4y6z`,
  ]) {
    expect(linksIn(text, origin), text).toEqual([]);
  }
});

test('[WL1] [WPL3] addresses of live streams are links', () => {
  const streams = ['rtmp://a.example/live/one', 'rtmps://a.example:444/live/two?key=1'];
  expect(linksIn(streams.join(' '), origin)).toEqual(streams);
});

test('[WL1] at most 1000 at once', () => {
  const text = Array.from({ length: 1500 }, (_, index) => `https://a.example/${index}.mp4`).join('\n');
  expect(linksIn(text, origin)).toHaveLength(1000);
});

test('[WL9] other kinds of links are named', () => {
  expect(refusalOf('ftp://a.example/live')).toEqual({ why: 'scheme', name: 'ftp:' });
  expect(refusalOf('see magnet:?xt=urn:btih:1')).toEqual({ why: 'scheme', name: 'magnet:' });
  expect(refusalOf('hello')).toEqual({ why: 'none' });
});

test('[WL9] pages of known sites are no films, their files are', () => {
  expect(siteOf('https://m.tiktok.com/@somebody/video/1')).toBe('TikTok');
  for (const ending of ['mp4', 'avi', 'opus']) expect(siteOf(`https://cdn.vimeo.com/1.${ending}`)).toBeUndefined();
  expect(siteOf('https://notnetflix.com/x')).toBeUndefined();
});

const api = (results: object[]) => ({ call: async () => ({ results }) }) as unknown as Api;

test('[WL9] [WL2] a link of a known site is its film where a provider knows it, else nothing', async () => {
  const links = [
    'https://www.youtube.com/watch?v=abc',
    'https://vimeo.com/1',
    'https://a.example/one.mp4',
    'b.example/',
  ];
  const recognized = await recognizeLinks(
    api([
      { provider: 'youtube', source: { youtube: { video_id: 'abc' } }, name: 'YouTube abc' },
      { provider: 'direct_url', source: { direct_url: { url: links[1] } }, name: '1' },
      { provider: 'direct_url', source: { direct_url: { url: links[2] } }, name: 'one' },
      { name: '' },
    ]),
    links,
  );
  expect(recognized.map(({ found, site }) => found?.name ?? site)).toEqual(['YouTube abc', 'Vimeo', 'one', undefined]);
});

const prepared = (parts: object) => ({ name: 'a', format: 'file', ...parts }) as PrepareDirectUrlResponse;
const obstacleWith = (parts: object) =>
  obstacleOf(prepared({ probe: { status: 200, content_type: 'video/mp4', accepts_ranges: true, ...parts } }));

test('[WL12] what stands in the way is told by what the address answered', () => {
  expect(obstacleWith({})).toBeUndefined();
  expect([401, 403, 404, 410, 500, 405].map((status) => obstacleWith({ status }))).toEqual([
    'account',
    'account',
    'missing',
    'missing',
    'failed',
    undefined,
  ]);
  expect(obstacleWith({ content_type: 'text/html; charset=utf-8' })).toBe('page');
  expect(obstacleWith({ accepts_ranges: false })).toBe('no_seeking');
  const live = { format: 'hls', probe: { status: 200, content_type: '', accepts_ranges: false } };
  expect(obstacleOf(prepared(live))).toBeUndefined();
  expect(obstacleOf(prepared({ fault: 'private_network' }))).toBe('private_network');
});

test('[WL3] fields keep what is pasted into them', () => {
  expect(isEditable({ tagName: 'INPUT', isContentEditable: false })).toBe(true);
  expect(isEditable({ tagName: 'TEXTAREA', isContentEditable: false })).toBe(true);
  expect(isEditable({ tagName: 'DIV', isContentEditable: true })).toBe(true);
  expect(isEditable({ tagName: 'BUTTON', isContentEditable: false })).toBe(false);
  expect(isEditable(null)).toBe(false);
});

test('[WL4] an item moves down, up and past the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a'], 5, 0)).toEqual(['a']);
});

test('[WL4] the server is told what the item comes after', () => {
  expect(idBefore(['b', 'c', 'a'], 'a')).toBe('c');
  expect(idBefore(['a', 'b'], 'a')).toBeUndefined();
});

test('[WL5] the place follows the middles of the others', () => {
  expect(placeAt([20, 60, 100], 10)).toBe(0);
  expect(placeAt([20, 60, 100], 61)).toBe(2);
  expect(placeAt([20, 60, 100], 500)).toBe(3);
});

test('[WL4] items that came meanwhile stand at the end', () => {
  expect(inOrder([{ id: 'a' }, { id: 'b' }, { id: 'new' }], ['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'new']);
});

test('[WL5] the arrows move a held item by one place, Home and End to the ends, other keys not at all', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) => placeAfter(key, 2, 5))).toEqual([
    1,
    3,
    0,
    4,
    undefined,
  ]);
});
