import { Cloudy } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'nextcloud',
  name: 'nextcloud',
  Icon: Cloudy,
  order: 40,
  service: 'NextcloudProviderService',
  search: 'NextcloudProviderService.Search',
  fields: [
    { name: 'url', kind: 'url' },
    { name: 'username', kind: 'text' },
    { name: 'password', kind: 'password' },
  ],
  // Nextcloud's files are at `/apps/files`. Servers may have `/index.php` and a path of their own before it.
  knownFrom: ({ origin, pathname }) => ({ url: origin + pathname.split(/\/(?:index\.php|apps|s|f)(?:\/|$)/)[0] }),
  page: {
    start: async (api, url) => {
      const { login_url, flow } = await api.call('NextcloudProviderService.StartLoginFlow', { url });
      return { address: login_url, flow };
    },
    poll: async (api, flow) => (await api.call('NextcloudProviderService.PollLoginFlow', { flow })).account_id,
  },
});
