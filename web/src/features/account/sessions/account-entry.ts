import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'sessions',
  order: 70,
  load: async () => (await import('./devices-section.tsx')).DevicesSection,
};
