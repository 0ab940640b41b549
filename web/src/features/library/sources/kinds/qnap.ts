import { HardDrive } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'qnap',
  name: 'qnap',
  Icon: HardDrive,
  order: 65,
  service: 'QnapProviderService',
  search: 'QnapProviderService.Search',
  takesInstance: true,
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text' },
    { name: 'password', kind: 'password' },
    { name: 'otp_code', kind: 'text', isOptional: true },
  ],
  knownFrom: ({ origin }) => ({ url: origin }),
});
