import { Waves } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'seafile',
  name: 'seafile',
  Icon: Waves,
  order: 50,
  service: 'SeafileProviderService',
  search: 'SeafileProviderService.Search',
  takesInstance: true,
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text' },
    { name: 'password', kind: 'password' },
    { name: 'otp_code', kind: 'text', isOptional: true },
  ],
  knownFrom: ({ origin }) => ({ url: origin }),
});
