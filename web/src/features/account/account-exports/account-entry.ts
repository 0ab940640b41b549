import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'archive',
  order: 97,
  load: async () => (await import('./export-section.tsx')).ExportSection,
};
