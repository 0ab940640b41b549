import type { AccountEntry } from '../account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'email',
  order: 20,
  load: async () => (await import('./email-section.tsx')).EmailSection,
};
