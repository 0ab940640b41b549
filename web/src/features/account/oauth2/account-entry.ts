import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'linked',
  order: 60,
  load: async () => (await import('./linked-section.tsx')).LinkedSection,
};
