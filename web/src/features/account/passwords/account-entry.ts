import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'password',
  order: 30,
  load: async () => (await import('./password-section.tsx')).PasswordSection,
};
