import { Radio } from 'lucide-react';
import type { SourceEntry } from '../entry.ts';

export const sourceEntry: SourceEntry = {
  provider: 'twitch',
  name: 'twitch',
  Icon: Radio,
  order: 96,
  service: 'TwitchProviderService',
  signOut: 'TwitchProviderService.Logout',
  test: 'TwitchProviderService.GetMe',
  openHost: 'twitch.tv',
  search: 'TwitchProviderService.Search',
  fields: [],
  page: {
    isOneSite: true,
    start: async (api) => {
      const { login_url, flow, user_code } = await api.call('TwitchProviderService.StartLoginFlow', {});
      return { address: login_url, flow, code: user_code };
    },
    poll: async (api, flow) => (await api.call('TwitchProviderService.PollLoginFlow', { flow })).account_id,
  },
};
