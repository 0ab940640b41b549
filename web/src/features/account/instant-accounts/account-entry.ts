import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'keep',
  order: 15,
  load: async () => (await import('./keep-section.tsx')).KeepSection,
};
