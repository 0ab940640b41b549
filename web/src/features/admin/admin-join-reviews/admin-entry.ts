import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'join-reviews',
  namespace: 'admin-join-reviews',
  order: 43,
  countWaiting: async (api) =>
    (await api.call('AdminService.ListRoomJoinReviews', { status: 'pending', page_size: 1 })).total,
  load: async () => (await import('./join-reviews-page.tsx')).JoinReviewsPage,
};
