import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'room-creations',
  namespace: 'admin-room-creations',
  order: 42,
  countWaiting: async (api) =>
    (await api.call('AdminService.ListRoomCreationReviews', { status: 'pending', page_size: 1 })).total,
  load: async () => (await import('./room-creations-page.tsx')).RoomCreationsPage,
};
