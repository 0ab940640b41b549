import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'preferences',
  order: 80,
  load: async () => (await import('./preferences-section.tsx')).PreferencesSection,
};
