import { expect, test, vi } from 'vitest';
import type { RoomEntry } from './room-entry.port.ts';
import type { RoomScope } from './room-scope.port.ts';
import { findKey } from './use-room-keys.ts';

const panel = { useTab: () => ({ label: '' }), Content: () => null };
const write = vi.fn();
const entries: readonly RoomEntry[] = [
  { namespace: 'playback', order: 1, keys: [{ caps: ['M'], does: 'mute' }] },
  { namespace: 'chat', order: 2, panel, keys: [{ caps: ['/', 'C'], does: 'write', press: write }] },
  { namespace: 'library', order: 3, panel },
];

test('[WRM1] digits show the panels in their order, and there are no more of them than panels', () => {
  const showPanel = vi.fn();
  for (const key of ['2', '1']) findKey(entries, key)?.({ showPanel } as unknown as RoomScope);
  expect(showPanel.mock.calls).toEqual([['library'], ['chat']]);
  expect(['0', '3'].map((key) => findKey(entries, key))).toEqual([undefined, undefined]);
});

test('[WRM1] a key does what its feature says, in either case', () => {
  const scope = {} as RoomScope;
  for (const key of ['/', 'c', 'C']) findKey(entries, key)?.(scope);
  expect(write.mock.calls).toEqual([
    [scope, '/'],
    [scope, 'C'],
    [scope, 'C'],
  ]);
});

test('[WRM1] a key that its feature hears itself is left to it, like one that nobody has', () => {
  expect(['m', 'x', 'Escape'].map((key) => findKey(entries, key))).toEqual([undefined, undefined, undefined]);
});
