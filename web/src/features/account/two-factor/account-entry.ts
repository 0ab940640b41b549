import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'two-factor',
  order: 50,
  load: async () => (await import('./two-factor-section.tsx')).TwoFactorSection,
};
