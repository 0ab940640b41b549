import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { captureOutput } from './output.fixture.ts';
import { makeProgress } from './progress.ts';

let said: { out: string; err: string };
beforeEach(() => {
  said = captureOutput();
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(process.stderr, 'isTTY');
});

const atTerminal = (isTTY: boolean) =>
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });

test('[CL2] a line is written over the one before it, also over a longer one, and nothing of it stays', () => {
  atTerminal(true);
  const progress = makeProgress();
  progress.show('100 rows');
  progress.show('9 left');
  expect(said).toEqual({ out: '', err: '\r100 rows\r9 left  ' });
  progress.end();
  expect(said.err.endsWith('\r      \r')).toBe(true);
  const before = said.err;
  progress.end();
  expect(said.err).toBe(before);
});

test('[CL2] nothing is shown where there is no terminal', () => {
  atTerminal(false);
  const progress = makeProgress();
  progress.show('100 rows');
  progress.end();
  expect(said).toEqual({ out: '', err: '' });
});
