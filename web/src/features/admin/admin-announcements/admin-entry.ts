import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'announcements',
  namespace: 'admin-announcements',
  order: 47,
  load: async () => (await import('./announcements-page.tsx')).AnnouncementsPage,
};
