import type { AccountEntry } from '../../account/account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'blocks',
  order: 90,
  load: async () => (await import('./blocks-section.tsx')).BlocksSection,
};
