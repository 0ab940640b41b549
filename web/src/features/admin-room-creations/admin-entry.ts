import type { AdminEntry } from '../admin/admin-entry.port.ts';

export const adminEntry: AdminEntry = {
  path: 'room-creations',
  namespace: 'admin-room-creations',
  order: 34,
  load: async () => (await import('./room-creations-page.tsx')).RoomCreationsPage,
};
