import { Puzzle } from 'lucide-react';
import { defineSource } from '../sources/entry.ts';

export const sourceEntry = defineSource({
  provider: 'custom',
  namespace: 'source-custom',
  Icon: Puzzle,
  order: 99,
  service: 'CustomProviderService',
  search: 'CustomProviderService.Search',
  isOfInstances: true,
  fields: [],
});
