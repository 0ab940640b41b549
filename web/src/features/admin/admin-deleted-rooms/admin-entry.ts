import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'deleted-rooms',
  namespace: 'admin-deleted-rooms',
  order: 35,
  load: async () => (await import('./deleted-rooms-page.tsx')).DeletedRoomsPage,
};
