import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'room-taxonomy',
  namespace: 'admin-room-taxonomy',
  order: 32,
  load: async () => (await import('./taxonomy-page.tsx')).TaxonomyPage,
};
