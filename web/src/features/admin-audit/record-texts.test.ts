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

test('[WU4] details are short lines that do not repeat the target', () => {
  const details = { name: 'Cinema', username: 'anna', user: 'usr_1', reason: '', settings: {}, long: 'x'.repeat(200) };
  expect(linesOf({ target: 'room_1', details })).toEqual([
    { name: 'username', value: 'anna' },
    { name: 'long', value: `${'x'.repeat(120)}…` },
  ]);
  expect(linesOf({ target: 'usr_1', details: { username: 'anna', settings: { waitSeconds: 2 } } })).toEqual([
    { name: 'settings', value: '{"waitSeconds":2}' },
  ]);
  expect(linesOf({ target: 'usr_1' })).toEqual([]);
});

test('[WU4] a span of days holds both days', () => {
  const { from, before } = spanOf('2026-03-01', '2026-03-01');
  expect(Date.parse(before!) - Date.parse(from!)).toBe(86_400_000);
  expect(spanOf('', '')).toEqual({});
  expect(spanOf('2026-13-45', 'x')).toEqual({});
});
