import type { AdminEntry } from '../admin/admin-page.ts';

export const adminEntry: AdminEntry = {
  path: 'state',
  namespace: 'admin-state',
  order: 10,
  load: async () => (await import('./state-page.tsx')).StatePage,
};
