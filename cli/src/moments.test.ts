import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dateIn } from './moments.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T12:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const moment = (text: string, direction: 'future' | 'past' = 'future') =>
  dateIn('--until', text, direction).toISOString();

test.each([
  ['30m', '2026-06-15T12:30:00.000Z', '2026-06-15T11:30:00.000Z'],
  ['12h', '2026-06-16T00:00:00.000Z', '2026-06-15T00:00:00.000Z'],
  ['7d', '2026-06-22T12:00:00.000Z', '2026-06-08T12:00:00.000Z'],
  ['2w', '2026-06-29T12:00:00.000Z', '2026-06-01T12:00:00.000Z'],
])('[CL3] %s is counted from now, forward or back', (text, later, earlier) => {
  expect([moment(text), moment(text, 'past')]).toEqual([later, earlier]);
});

test.each([
  ['2027-01-01T20:00:15', '2027-01-01T20:00:15.000Z'],
  ['2027-01-01 20:00:15.5', '2027-01-01T20:00:15.500Z'],
  ['2027-01-01 20:00-05:30', '2027-01-02T01:30:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('[CL3] %s is UTC unless it names its zone, wherever the command runs', (text, written) => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(moment(text)).toBe(written);
});

describe('[CL3] refused is', () => {
  test.each(['2027-02-29', '2027-02-30', '2027-04-31', '2027-04-31T10:00:00Z'])('%s, a day that no month has', (text) =>
    expect(() => moment(text)).toThrow(`--until ${text}: is no time`),
  );

  test.each(['7 d', '-7d', '1.5h', '100000d', '7D', '2027-1-1', '2027-01-01T25:00', '2027-01-01T20', '01.01.2027'])(
    '%j, which is written in another way',
    (text) => expect(() => moment(text)).toThrow('write 7d, 12h, 2027-01-01 or 2027-01-01T20:00:00Z'),
  );
});
