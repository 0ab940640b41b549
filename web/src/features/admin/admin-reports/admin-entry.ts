import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'reports',
  namespace: 'admin-reports',
  order: 45,
  countWaiting: async (api) => (await api.call('AdminService.ListContentReports', { page_size: 1 })).total,
  load: async () => (await import('./reports-page.tsx')).ReportsPage,
};
