import { CirclePlay } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'peertube',
  name: 'peertube',
  Icon: CirclePlay,
  order: 97,
  service: 'PeertubeProviderService',
  search: 'PeertubeProviderService.Search',
  takesInstance: true,
  fields: [{ name: 'url', kind: 'url' }],
  knownFrom: ({ origin }) => ({ url: origin }),
});
