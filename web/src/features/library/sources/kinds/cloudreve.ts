import { Cloud } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'cloudreve',
  name: 'cloudreve',
  Icon: Cloud,
  order: 70,
  service: 'CloudreveProviderService',
  search: 'CloudreveProviderService.Search',
  takesInstance: true,
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text' },
    { name: 'password', kind: 'password' },
    { name: 'otp_code', kind: 'text', isOptional: true },
  ],
  knownFrom: ({ origin }) => ({ url: origin }),
});
