import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'users',
  namespace: 'admin-users',
  order: 20,
  load: async () => (await import('./users-page.tsx')).UsersPage,
};
