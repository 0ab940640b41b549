import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'passkeys',
  order: 40,
  load: async () => (await import('./passkeys-section.tsx')).PasskeysSection,
};
