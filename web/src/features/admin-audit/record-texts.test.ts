import { expect, test } from 'vitest';
import { linesOf, spanOf } from './record-texts.ts';

test('[WA4] details are short lines without what names the target', () => {
  expect(
    linesOf({ username: 'anna', reason: 'Spam', until: '', settings: { waitSeconds: 2 }, long: 'x'.repeat(200) }),
  ).toEqual([
    { name: 'reason', value: 'Spam' },
    { name: 'settings', value: '{"waitSeconds":2}' },
    { name: 'long', value: `${'x'.repeat(120)}…` },
  ]);
  expect(linesOf(undefined)).toEqual([]);
});

test('[WA4] a span of days holds both days', () => {
  const { from, before } = spanOf('2026-03-01', '2026-03-01');
  expect(Date.parse(before!) - Date.parse(from!)).toBe(86_400_000);
  expect(spanOf('', '')).toEqual({});
  expect(spanOf('2026-13-45', 'x')).toEqual({});
});
