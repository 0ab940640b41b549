import { expect, test } from 'vitest';
import type { RoomEntry, RoomPanel } from './room-entry.ts';
import type { RoomScope } from './room-scope.ts';
import { findKey } from './use-room-keys.ts';

const panel = {} as RoomPanel;
const entries: readonly RoomEntry[] = [
  { namespace: 'film', order: 1, keys: [{ caps: ['Space', 'K'], does: 'play' }] },
  {
    namespace: 'chat',
    order: 2,
    panel,
    keys: [{ caps: ['C'], does: 'write', press: ({ showPanel }) => showPanel('c') }],
  },
  { namespace: 'people', order: 3, panel },
  {
    namespace: 'voice',
    order: 4,
    keys: [{ caps: ['V', 'N'], does: 'talk', press: ({ showPanel }, cap) => showPanel(`voice ${cap}`) }],
  },
];

/** The panel that `key` shows; undefined: no entry handles the key. */
function shownBy(key: string): string | undefined {
  let shown = 'nothing';
  const press = findKey(entries, key);
  press?.({ showPanel: (name: string) => (shown = name) } as unknown as RoomScope);
  return press && shown;
}

test('[WRM1] digits show the panels, counted without what has none', () => {
  expect(['1', '2', '3', '0', '12'].map(shownBy)).toEqual(['chat', 'people', undefined, undefined, undefined]);
});

test('letters do what a feature says, whatever their case', () => {
  expect([shownBy('c'), shownBy('C'), shownBy('n')]).toEqual(['c', 'c', 'voice N']);
});

test('a key whose feature listens itself is left to it, and so are those of nobody', () => {
  expect([shownBy('k'), shownBy(' '), shownBy('x'), shownBy('Escape')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
