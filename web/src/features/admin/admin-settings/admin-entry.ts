import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'settings',
  namespace: 'admin-settings',
  order: 50,
  load: async () => (await import('./settings-page.tsx')).SettingsPage,
};
