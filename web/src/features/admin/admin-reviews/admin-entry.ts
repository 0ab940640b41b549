import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'reviews',
  namespace: 'admin-reviews',
  order: 40,
  countWaiting: async (api) =>
    (await api.call('AdminService.ListUserRegistrationReviews', { status: 'pending', page_size: 1 })).total,
  load: async () => (await import('./reviews-page.tsx')).ReviewsPage,
};
