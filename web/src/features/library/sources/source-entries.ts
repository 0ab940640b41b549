import type { SourceEntry } from './entry.ts';

const modules = import.meta.glob<SourceEntry>(['./kinds/*.ts', '!./kinds/*.test.ts'], {
  import: 'sourceEntry',
  eager: true,
});

/** The kinds of sources that people sign in to, in their order. */
export const sourceEntries: readonly SourceEntry[] = Object.values(modules).sort((a, b) => a.order - b.order);
