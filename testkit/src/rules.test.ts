import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { citedIn, compareRules, declaredIn } from './rules.ts';

// The ids are put together at run time, so that these examples do not count as citations.
const id = (name: string) => `[${name}]`;

test('a rule is declared at the head of a list item or of a table row, plain or bold', () => {
  const spec = `- ${id('AB1')} one\n- **${id('AB2')}** see ${id('AB9')}\n| ${id('AB3')} | three |\nProse ${id('AB8')}.`;
  expect(declaredIn(spec)).toEqual(['AB1', 'AB2', 'AB3']);
});

test('a rule is cited by the name of a test, a suite, a row or a case, alone or in a range', () => {
  const lines = [
    `test('${id('AB1')} works', () => {});`,
    `it.each([1, 2])("${id('AB2')} for %i", () => {});`,
    `describe.skipIf(!has('x'))(\`${id('AB3')}–${id('AB5')} all\`, () => {});`,
    `const row = { name: '${id('AB6')} row' };`,
    `// ${id('AB8')} in a comment`,
    `ownTest(\n  "${id('AB7')} in its own function",`,
    `test('a name with ${id('AB9')} further on', f);`,
  ];
  expect(citedIn(lines.join('\n')).sort()).toEqual(['AB1', 'AB2', 'AB3', 'AB4', 'AB5', 'AB6', 'AB7']);
});

test('rules without a test and tests of unknown rules are told', () => {
  const root = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    mkdirSync(join(root, 'server/src/features/a'), { recursive: true });
    mkdirSync(join(root, 'web/src'), { recursive: true });
    writeFileSync(
      join(root, 'server/src/features/a/a.spec.md'),
      `- ${id('AB2')} x\n- ${id('AB10')} y\n- ${id('AB1')} z\n- ${id('AB1')} again\n`,
    );
    writeFileSync(join(root, 'server/src/features/a/a.test.ts'), `test('${id('AB1')} ${id('AB7')}', f);`);
    writeFileSync(join(root, 'web/src/b.test.tsx'), `test('${id('WX1')}', f);`);
    expect(compareRules(root)).toEqual({ missing: ['AB2', 'AB10'], unknown: ['AB7', 'WX1'], doubled: ['AB1'] });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
