import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'providers',
  namespace: 'admin-providers',
  order: 52,
  load: async () => (await import('./providers-page.tsx')).ProvidersPage,
};
