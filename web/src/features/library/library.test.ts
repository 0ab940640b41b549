import { expect, test } from 'vitest';
import { isEditable } from '../../ui/is-editable.ts';
import { nameOf, parseMediaLinks, refusalOf } from './media-links.port.ts';
import { idBefore, inOrder, moveItem, placeAfter, placeAt } from './order/reorder.ts';

const origin = 'https://matinee.example';

test('[WL1] every address in the text, once and in order', () => {
  const text = 'https://a.example/one.mp4\n  <https://b.example/two.m3u8>, and\r\nhttps://a.example/one.mp4';
  expect(parseMediaLinks(text, origin).map(({ url }) => url)).toEqual([
    'https://a.example/one.mp4',
    'https://b.example/two.m3u8',
  ]);
});

test('[WL1] text without an address, other schemes and room links add nothing', () => {
  for (const text of [
    'hello',
    'ftp://a.example/x',
    'javascript:alert(1)',
    'http://',
    `${origin}/r/room_01jd3k9x8m2p4q6r8t0v2w4y6z`,
  ]) {
    expect(parseMediaLinks(text, origin), text).toEqual([]);
  }
});

test('[WL1] at most 100 at once', () => {
  const text = Array.from({ length: 150 }, (_, index) => `https://a.example/${index}.mp4`).join('\n');
  expect(parseMediaLinks(text, origin)).toHaveLength(100);
});

test('[WL9] links that no browser can play say which site or kind of link they are', () => {
  const refused: Record<string, unknown> = {
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ': { why: 'site', name: 'YouTube' },
    'youtu.be/dQw4w9WgXcQ': { why: 'site', name: 'YouTube' },
    'look: https://m.twitch.tv/somebody': { why: 'site', name: 'Twitch' },
    'rtmp://a.example/live': { why: 'scheme', name: 'rtmp:' },
    'magnet:?xt=urn:btih:1': { why: 'scheme', name: 'magnet:' },
    hello: { why: 'none' },
  };
  for (const [text, refusal] of Object.entries(refused)) {
    expect(parseMediaLinks(text, origin), text).toEqual([]);
    expect(refusalOf(text), text).toEqual(refusal);
  }
  expect(parseMediaLinks('https://cdn.vimeo.com/1.mp4 https://notyoutube.com/x', origin)).toHaveLength(2);
});

test('[WL2] names come from the address', () => {
  const names: Record<string, string> = {
    'https://a.example/films/Big_Buck.Bunny.mp4?x=1': 'Big Buck Bunny',
    'https://a.example/sintel/master.m3u8': 'sintel',
    'https://a.example/Am%C3%A9lie.webm': 'Amélie',
    'https://a.example/%E0%A4%A': '%E0%A4%A',
    'https://a.example/': 'a.example',
  };
  for (const [url, name] of Object.entries(names)) expect(nameOf(new URL(url)), url).toBe(name);
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
