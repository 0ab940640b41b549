import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'rooms',
  namespace: 'admin-rooms',
  order: 30,
  load: async () => (await import('./rooms-page.tsx')).RoomsPage,
};
