import { expect, test } from 'vitest';
import { ChecksOf } from './checks-of.ts';

const by = (name: string) => ({ getAttributeValue: () => name });

test('[RTC18] the first 64 addresses of the other side are answered as long as it sends, and no others', () => {
  const checks = new ChecksOf('theirs');
  checks.own = 'ours';
  const isAnswered = (port: number, name = 'ours:theirs') => checks.isValid(by(name), ['192.0.2.1', port]);
  for (let port = 1; port <= 100; port += 1) expect(isAnswered(port, 'ours:other')).toBe(false);
  for (let port = 1; port <= 64; port += 1) expect(isAnswered(port)).toBe(true);
  expect(isAnswered(65)).toBe(false);
  expect([isAnswered(1), isAnswered(64), isAnswered(65)]).toEqual([true, true, false]);
});
