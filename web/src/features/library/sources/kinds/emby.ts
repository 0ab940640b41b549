import { MonitorPlay } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'emby',
  name: 'emby',
  Icon: MonitorPlay,
  order: 20,
  service: 'EmbyProviderService',
  search: 'EmbyProviderService.Search',
  takesInstance: true,
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text' },
    { name: 'password', kind: 'password', isOptional: true },
  ],
  // Both serve their own pages below /web.
  knownFrom: ({ origin, pathname }) => ({ url: origin + pathname.replace(/\/(?:web\/.*|web|)$/, '') }),
});
