import type { AccountEntry } from '../../account/account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'sources',
  order: 85,
  load: async () => (await import('./sources-section.tsx')).SourcesSection,
};
