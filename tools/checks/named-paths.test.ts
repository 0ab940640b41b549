import { expect, test } from 'vitest';
import { unknownNames } from './named-paths.ts';
import { treeOf } from './tree.fixture.ts';

const code = { 'server/src/rooms/rooms.ts': '' };

test.each([
  '`rooms.ts`',
  '`src/rooms/rooms`',
  '`server/src/rooms/`',
  '`text/html`',
  '`channel/x`\n```js\n`no.ts`\n```',
])('a document may name %s', (text) => {
  expect(unknownNames(treeOf({ ...code, 'README.md': text }))).toEqual([]);
});

test.each(['server/src/room', 'rooms/old.ts', 'old.sql'])('a document may not name %s', (name) => {
  expect(unknownNames(treeOf({ ...code, 'README.md': `See \`${name}\`.` }))).toEqual([
    `README.md names ${name}, which does not exist\n`,
  ]);
});

test('a decision says what became of it, and only one that is superseded may name what is gone', () => {
  const decision = (status: string) => treeOf({ 'docs/adr/0001-a.md': `# 1. A\n\n${status}\n\n\`old.ts\`\n` });
  expect(unknownNames(decision('Status: superseded by [ADR 2](0002-b.md)'))).toEqual([]);
  expect(unknownNames(decision('Status: accepted'))).toEqual([expect.stringContaining('names old.ts')]);
  expect(unknownNames(decision('')).join('')).toContain('docs/adr/0001-a.md needs a line "Status: accepted"');
});
