import type { AdminEntry } from '../admin/admin-entry.port.ts';

export const adminEntry: AdminEntry = {
  path: 'streams',
  namespace: 'admin-streams',
  order: 54,
  load: async () => (await import('./streams-page.tsx')).StreamsPage,
};
