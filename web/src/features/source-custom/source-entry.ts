import { defineSource } from '../sources/source-entry.port.ts';

export const sourceEntry = defineSource({
  provider: 'custom',
  namespace: 'source-custom',
  order: 99,
  service: 'CustomProviderService',
  search: 'CustomProviderService.Search',
  isOfInstances: true,
  fields: [],
});
