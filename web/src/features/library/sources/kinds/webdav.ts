import { FolderOpen } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'webdav',
  name: 'webdav',
  Icon: FolderOpen,
  order: 10,
  service: 'WebdavProviderService',
  takesInstance: true,
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text', isOptional: true },
    { name: 'password', kind: 'password', isOptional: true },
  ],
  // The link reveals only the folder of the file for certain.
  knownFrom: ({ origin, pathname }) => ({ url: origin + pathname.slice(0, pathname.lastIndexOf('/')) }),
});
