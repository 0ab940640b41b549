import { expect, test } from 'vitest';
import { yearsAgo } from './years-ago.ts';

test('[WEV3] a night after midnight belongs to the year before', () => {
  const at = (text: string) => new Date(text).getTime();
  expect(yearsAgo('2024-11-29T21:00:00', at('2026-11-29T20:00:00'))).toBe(2);
  expect(yearsAgo('2025-01-01T01:00:00', at('2025-12-31T21:00:00'))).toBe(1);
  expect(yearsAgo('2024-12-31T21:00:00', at('2026-01-01T02:00:00'))).toBe(1);
});
