import { expect, test } from 'vitest';
import { linesOf, spanOf, targetOf } from './record-texts.ts';

test('[WU4] a record leads to the user or room that it names', () => {
  expect(targetOf({ target: 'usr_1', details: { username: 'anna' } })).toEqual({ name: 'anna', page: 'users' });
  expect(targetOf({ target: 'usr_1', details: { from: 'anna', to: 'ann' } })).toEqual({ name: 'ann', page: 'users' });
  expect(targetOf({ target: 'room_1', details: { name: 'Cinema', username: 'anna' } })).toEqual({
    name: 'Cinema',
    page: 'rooms',
  });
  expect(targetOf({ target: 'room_1' })).toEqual({ name: 'room_1', page: 'rooms' });
  expect(targetOf({ target: 'server.name', details: { name: 'x' } })).toEqual({ name: 'server.name', page: undefined });
});

test('[WU4] what somebody did to their own account has their name', () => {
  const own = { target: 'usr_1', actor_id: 'usr_1', actor_name: 'anna' };
  expect(targetOf(own)).toEqual({ name: 'anna', page: 'users' });
  expect(targetOf({ ...own, target: 'usr_2' })).toEqual({ name: 'usr_2', page: 'users' });
});

test('[WU4] details do not repeat the target, leave out what says nothing, and begin with the weightiest', () => {
  const details = { name: 'Cinema', reason: 'loud', user: 'usr_1', until: '', settings: {}, username: 'anna', more: 7 };
  expect(linesOf({ target: 'room_1', details })).toEqual([
    { name: 'username', value: 'anna' },
    { name: 'reason', value: 'loud' },
    { name: 'more', value: 7 },
  ]);
  const change = { to: true, via: 'update', from: false, version: 3 };
  expect(linesOf({ target: 'email.enabled', details: change })).toEqual([
    { name: 'from', value: false },
    { name: 'to', value: true },
  ]);
  expect(linesOf({ target: 'email.enabled', details: { via: 'import' } })).toEqual([{ name: 'via', value: 'import' }]);
  expect(linesOf({ target: 'usr_1' })).toEqual([]);
});

test('[WU4] a span of days holds both days', () => {
  const { from, before } = spanOf('2026-03-01', '2026-03-01');
  expect(Date.parse(before!) - Date.parse(from!)).toBe(86_400_000);
  expect(spanOf('', '')).toEqual({});
  expect(spanOf('2026-13-45', 'x')).toEqual({});
});
