import { expect, test } from 'vitest';
import { retiredIn, retiredWords } from './words.ts';

const words = retiredWords(
  [
    '# Words',
    '| `room` | A place where people watch together |',
    '## Retired words',
    '| Retired          | In names of             | Instead       |',
    '| ---------------- | ----------------------- | ------------- |',
    '| `door`, `doors`  | types, functions, files | a gate        |',
    '| `told`           | types                   | a report      |',
    '| `.upstream.ts`   | files                   | `.fake.ts`    |',
  ].join('\n'),
);

test.each([
  ['a type', 'a.ts', 'export interface RoomDoor {'],
  ['a type of a type', 'a.ts', "type Told<T> = Omit<T, 'id'>;"],
  ['a class', 'a.ts', 'export abstract class Doors {'],
  ['a function', 'a.ts', 'export async function openDoor(): Promise<void> {'],
  ['a file', 'server/src/own-door.test.ts', ''],
  ['an ending', 'server/src/site.upstream.ts', ''],
])('%s that has a retired word is found, with what to say instead', (_, path, text) => {
  expect(retiredIn(path, text, words)).toEqual([
    expect.stringMatching(/has the retired word ".*", say instead: (a gate|a report|`\.fake\.ts`)\n$/),
  ]);
});

test('other names pass: of other kinds, of longer words, and imports', () => {
  const text = ["import { type Door, DoorOpen } from 'icons';", 'function untold() {}', 'function told() {}'];
  expect(retiredIn('server/src/outdoor/upstream.ts', text.join('\n'), words)).toEqual([]);
});
