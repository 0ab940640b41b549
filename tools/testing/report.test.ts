import { expect, test } from 'vitest';
import { slowestFiles, type TestedFile, totalsLine } from './report.ts';

const file = (path: string, seconds: number, counts: Partial<TestedFile> = {}): TestedFile => ({
  path,
  seconds,
  passed: 0,
  failed: 0,
  skipped: 0,
  ...counts,
});

test('the slowest files come first', () => {
  const files = Array.from({ length: 12 }, (_, index) => file(`${index}.test.ts`, index * 10.04));
  const lines = slowestFiles({ files, errors: 0 });
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('  110.4 s  11.test.ts');
  expect(lines.at(-1)).toBe('   20.1 s  2.test.ts');
});

test('the last line has the sums, and errors outside of tests have failed', () => {
  const files = [file('a', 1, { passed: 3, skipped: 2 }), file('b', 1, { passed: 1, failed: 1 })];
  expect(totalsLine({ files, errors: 0 })).toBe('4 passed, 1 failed, 2 skipped');
  expect(totalsLine({ files, errors: 2 })).toBe('4 passed, 3 failed, 2 skipped');
});
