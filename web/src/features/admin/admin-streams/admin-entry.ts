import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'streams',
  namespace: 'admin-streams',
  order: 54,
  load: async () => (await import('./streams-page.tsx')).StreamsPage,
};
