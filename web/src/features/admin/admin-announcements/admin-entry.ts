import type { AdminEntry } from '../admin/admin-entry.port.ts';

export const adminEntry: AdminEntry = {
  path: 'announcements',
  namespace: 'admin-announcements',
  order: 47,
  load: async () => (await import('./announcements-page.tsx')).AnnouncementsPage,
};
