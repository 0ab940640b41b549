import type { AccountEntry } from './account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'profile',
  order: 10,
  load: async () => (await import('./profile-section.tsx')).ProfileSection,
};
