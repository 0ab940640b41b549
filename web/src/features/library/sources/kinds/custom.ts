import { Puzzle } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'custom',
  name: 'custom',
  Icon: Puzzle,
  order: 99,
  service: 'CustomProviderService',
  search: 'CustomProviderService.Search',
  isOfInstances: true,
  fields: [],
});
