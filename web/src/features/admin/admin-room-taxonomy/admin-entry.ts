import type { AdminEntry } from '../admin/admin-entry.port.ts';

export const adminEntry: AdminEntry = {
  path: 'room-taxonomy',
  namespace: 'admin-room-taxonomy',
  order: 32,
  load: async () => (await import('./taxonomy-page.tsx')).TaxonomyPage,
};
