import { expect, test } from 'vitest';
import { testShares } from './test-share.ts';
import { treeOf } from './tree.fixture.ts';

test('lines with something on them count, those of stand-ins and of generated files do not', () => {
  const root = treeOf({
    'server/src/a.ts': 'one\n\ntwo\n',
    'server/src/a.test.ts': 'one\n  \n',
    'server/src/a.rows.ts': 'one\ntwo',
    'server/src/a.fixture.ts': 'one',
    'server/src/a.fake.ts': 'one',
    'server/src/gen/a.ts': 'one',
    'web/src/a.tsx': 'one',
    'tools/a.ts': 'one',
  });
  expect(testShares(root)).toMatchObject([
    { workspace: 'server', tests: 3, code: 2 },
    { workspace: 'web', tests: 0, code: 1 },
    { workspace: 'cli', tests: 0, code: 0 },
  ]);
});
