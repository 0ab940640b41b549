import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'close',
  order: 100,
  load: async () => (await import('./closure-section.tsx')).ClosureSection,
};
