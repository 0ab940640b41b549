import type { AdminEntry } from '../admin/admin-page.ts';

export const adminEntry: AdminEntry = {
  path: 'reviews',
  namespace: 'admin-reviews',
  order: 40,
  load: async () => (await import('./reviews-page.tsx')).ReviewsPage,
};
