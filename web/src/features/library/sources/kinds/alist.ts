import { FolderTree } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'alist',
  name: 'alist',
  Icon: FolderTree,
  order: 30,
  service: 'AlistProviderService',
  search: 'AlistProviderService.Search',
  takesInstance: true,
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text', isOptional: true },
    { name: 'password', kind: 'password', isOptional: true },
    { name: 'otp_code', kind: 'text', isOptional: true },
  ],
  knownFrom: ({ origin }) => ({ url: origin }),
});
