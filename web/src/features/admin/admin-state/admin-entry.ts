import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'state',
  namespace: 'admin-state',
  order: 10,
  load: async () => (await import('./state-page.tsx')).StatePage,
};
