import { Database } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'synology',
  name: 'synology',
  Icon: Database,
  order: 60,
  service: 'SynologyProviderService',
  search: 'SynologyProviderService.Search',
  takesInstance: true,
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text' },
    { name: 'password', kind: 'password' },
    { name: 'otp_code', kind: 'text', isOptional: true },
  ],
  knownFrom: ({ origin }) => ({ url: origin }),
});
