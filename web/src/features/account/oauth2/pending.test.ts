import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPending, type Pending, takePending } from './pending.ts';

const pending: Pending = { state: 's1', provider: 'github', name: 'GitHub', isLinking: false, returnTo: '/r/room_1' };

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('[WO2] what this tab began is given once', () => {
  keepPending(pending);
  expect(takePending('s1')).toEqual(pending);
  expect(takePending('s1')).toBeUndefined();
});

test('[WO2] another state gives nothing, and takes nothing away', () => {
  expect(takePending('s1')).toBeUndefined();
  keepPending(pending);
  expect(takePending('s2')).toBeUndefined();
  expect(takePending('')).toBeUndefined();
  expect(takePending('s1')).toEqual(pending);
});

test('[WO2] a sign-in that could not be finished does not begin', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => keepPending(pending)).toThrow();
});
