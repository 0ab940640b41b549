import type { AdminEntry } from '../admin/entry.ts';

export const adminEntry: AdminEntry = {
  path: 'audit',
  namespace: 'admin-audit',
  order: 60,
  load: async () => (await import('./audit-page.tsx')).AuditPage,
};
