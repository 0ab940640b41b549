import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'featured',
  namespace: 'admin-featured',
  order: 34,
  load: async () => (await import('./featured-page.tsx')).FeaturedPage,
};
