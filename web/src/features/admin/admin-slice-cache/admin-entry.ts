import type { AdminEntry } from '../admin/admin-entry.port.ts';

export const adminEntry: AdminEntry = {
  path: 'slice-cache',
  namespace: 'admin-slice-cache',
  order: 55,
  load: async () => (await import('./slice-cache-page.tsx')).SliceCachePage,
};
