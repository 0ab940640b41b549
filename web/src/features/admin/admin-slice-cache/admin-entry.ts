import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'slice-cache',
  namespace: 'admin-slice-cache',
  order: 55,
  load: async () => (await import('./slice-cache-page.tsx')).SliceCachePage,
};
