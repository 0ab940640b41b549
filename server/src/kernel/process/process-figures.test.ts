import { afterEach, expect, test, vi } from 'vitest';
import { descriptorLimit } from './descriptor-limit.ts';
import { processFigures } from './process-figures.ts';

afterEach(() => vi.restoreAllMocks());

test('[TR49] memory is told while Node cannot read it, as it was last', () => {
  const figures = processFigures();
  const { residentBytes } = figures.memory();
  expect(residentBytes).toBeGreaterThan(1_000_000);
  const noDescriptor = () => {
    throw Object.assign(new Error('EMFILE: process.memoryUsage'), { code: 'EMFILE' });
  };
  vi.spyOn(process, 'memoryUsage').mockImplementation(noDescriptor);
  Object.assign(process.memoryUsage, { rss: noDescriptor });
  const later = figures.memory();
  expect(later.residentBytes).toBe(residentBytes);
  expect(later.heapBytes).toBeGreaterThan(1_000_000);
});

test('[TR45] the limit of descriptors is what the system says, if it does', () => {
  expect(descriptorLimit()).toBeGreaterThan(50);
  expect(descriptorLimit('/nowhere')).toBeUndefined();
});
