import type { AccountEntry } from '../../account/account/account-entry.port.ts';

export const accountEntry: AccountEntry = {
  id: 'room-creations',
  order: 94,
  load: async () => (await import('./room-creations-section.tsx')).RoomCreationsSection,
};
