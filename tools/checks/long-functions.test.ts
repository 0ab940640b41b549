import { expect, test } from 'vitest';
import { longFunctions, longIn } from './long-functions.ts';
import { treeOf } from './tree.fixture.ts';

const body = (lines: number) => '\n'.repeat(lines - 2);

test('a function has 60 lines, with its head, its comments and its blank lines', () => {
  expect(longIn('a.ts', `function one() {${body(60)}\n}\n// end`)).toEqual([]);
  expect(longIn('a.ts', `\nfunction one() {${body(61)}\n}`)).toEqual(['a.ts:2: a function has 61 lines, 60 at most\n']);
});

test.each([
  ['an arrow', (text: string) => `const one = () => {${text}\n};`],
  ['a method', (text: string) => `class One { two() {${text}\n} }`],
  ['a component', (text: string) => `const One = () => (<p>${text}\n</p>);`],
])('%s is a function too', (_, written) => {
  expect(longIn('a.tsx', `\n${written(body(61))}`)).toHaveLength(1);
});

test('a function inside of a long one is not blamed for it', () => {
  expect(longIn('a.ts', `function one() {\n  const two = () => 2;${body(70)}\n}`)).toHaveLength(1);
});

test('tests, their tables and made files are not read', () => {
  const long = `function one() {${body(80)}\n}`;
  const root = treeOf({
    'a/one.ts': long,
    'a/one.test.ts': long,
    'a/one.rows.ts': long,
    'a/gen/one.ts': long,
    'a/one.md': long,
  });
  expect(longFunctions(root)).toEqual(['a/one.ts:1: a function has 80 lines, 60 at most\n']);
});
