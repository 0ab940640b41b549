import type { AccountEntry } from '../../account/account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'deleted-rooms',
  order: 95,
  load: async () => (await import('./deleted-rooms-section.tsx')).DeletedRoomsSection,
};
