import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declaredRules } from '@matinee/testkit/rules.ts';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const statement = readFileSync(`${root}/docs/accessibility.md`, 'utf8');

/** The criteria of levels A and AA in WCAG 2.2, without 4.1.1, which it has removed. By guideline, their numbers. */
const criteria = {
  ...{ '1.1': [1], '1.2': [1, 2, 3, 4, 5], '1.3': [1, 2, 3, 4, 5], '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13] },
  ...{ '2.1': [1, 2, 4], '2.2': [1, 2], '2.3': [1], '2.4': [1, 2, 3, 4, 5, 6, 7, 11], '2.5': [1, 2, 3, 4, 7, 8] },
  ...{ '3.1': [1, 2], '3.2': [1, 2, 3, 4, 6], '3.3': [1, 2, 3, 4, 7, 8], '4.1': [2, 3] },
};

test('the statement says how each criterion is met, in order', () => {
  const told = [...statement.matchAll(/^\| (\d\.\d\.\d+) [^|]+\| (A|AA) \| (.+) \|$/gm)];
  const wanted = Object.entries(criteria).flatMap(([guideline, numbers]) => numbers.map((n) => `${guideline}.${n}`));
  expect(told.map(([, number]) => number)).toEqual(wanted);
});

test('the rules that the statement names exist', () => {
  const known = declaredRules(root);
  const named = [...statement.matchAll(/\[([A-Z]+\d+)\]/g)].map(([, rule]) => rule!);
  expect(named.filter((rule) => !known.has(rule))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
