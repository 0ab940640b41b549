import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropInvitation, storedInvitation, takeInvitation, tokenIn } from './stored-invitation.port.ts';

let kept: Map<string, string>;
let replaced: string[];
beforeEach(() => {
  kept = new Map();
  replaced = [];
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('history', { state: 'kept', replaceState: (...args: string[]) => replaced.push(args.join(' ')) });
});
afterEach(() => void vi.unstubAllGlobals());

const openAt = (address: string) => vi.stubGlobal('location', new URL(address));

test('[WN2] the secret of a link is kept for its room and leaves the address, which otherwise stays', () => {
  openAt('https://kino.test/r/room_1?t=90#invitation=aB-_9');
  takeInvitation('room_1');
  expect([storedInvitation('room_1'), storedInvitation('room_2')]).toEqual(['aB-_9', undefined]);
  expect(replaced).toEqual(['kept  /r/room_1?t=90']);
  dropInvitation('room_1');
  expect(storedInvitation('room_1')).toBeUndefined();
});

test('[WN2] an address without one is left alone, and what the tab knows stays', () => {
  openAt('https://kino.test/r/room_1#invitation=first');
  takeInvitation('room_1');
  openAt('https://kino.test/r/room_1#chat');
  takeInvitation('room_1');
  expect(storedInvitation('room_1')).toBe('first');
  expect(replaced).toHaveLength(1);
});

test.each([
  ['https://kino.test/r/room_1#invitation=abc', 'abc'],
  ['  #invitation=abc\n', 'abc'],
  [`#invitation=${'a'.repeat(64)}`, 'a'.repeat(64)],
  [`#invitation=${'a'.repeat(65)}`, undefined],
  ['#invitation=', undefined],
  ['#invitation=a b', undefined],
  ['#invitation=abc&more', undefined],
  ['invitation=abc', undefined],
])('[WN2] in %j the secret is %j', (text, token) => expect(tokenIn(text)).toBe(token));

test('[WN2] a browser without storage goes on as without an invitation', () => {
  vi.stubGlobal('sessionStorage', undefined);
  openAt('https://kino.test/r/room_1#invitation=abc');
  takeInvitation('room_1');
  dropInvitation('room_1');
  expect(storedInvitation('room_1')).toBeUndefined();
  expect(replaced).toHaveLength(1);
});
