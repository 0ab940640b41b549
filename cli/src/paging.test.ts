import { afterEach, expect, test, vi } from 'vitest';
import { captureOutput } from './output.fixture.ts';
import { tellMore } from './paging.ts';

afterEach(() => void vi.restoreAllMocks());

const told = (...words: Parameters<typeof tellMore>) => {
  const said = captureOutput();
  tellMore(...words);
  expect(said.out).toBe('');
  return said.err;
};

test('[CL2] nobody takes a page for everything: what is shown is counted, and the next page named', () => {
  expect(told(20, 45, {})).toBe('1–20 of 45; --page 2 shows more\n');
  expect(told(20, 45, { page: '2' })).toBe('21–40 of 45; --page 3 shows more\n');
  expect(told(10, 45, { page: '3', pageSize: '10' })).toBe('21–30 of 45; --page 4 shows more\n');
});

test('[CL2] nothing is said of a list that is shown to its end', () => {
  for (const said of [told(5, 45, { page: '3' }), told(20, 20, {}), told(0, 0, {})]) expect(said).toBe('');
});
