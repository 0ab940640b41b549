import { defineSource } from '../sources/source-entry.port.ts';

export const sourceEntry = defineSource({
  provider: 'webdav',
  namespace: 'source-webdav',
  order: 10,
  service: 'WebdavProviderService',
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text', isOptional: true },
    { name: 'password', kind: 'password', isOptional: true },
  ],
});
