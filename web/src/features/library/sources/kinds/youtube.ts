import { SquarePlay } from 'lucide-react';
import { defineSourceWith } from '../entry.ts';

export const sourceEntry = defineSourceWith({
  provider: 'youtube',
  name: 'youtube',
  Icon: SquarePlay,
  order: 95,
  service: 'YoutubeProviderService',
  signIn: 'YoutubeProviderService.Bind',
  signOut: 'YoutubeProviderService.Unbind',
  openHost: 'youtube.com',
  search: 'YoutubeProviderService.Search',
  fields: [{ name: 'api_key', kind: 'password' }],
  prefersForm: true,
  page: {
    isOneSite: true,
    start: async (api) => {
      const { login_url, flow, user_code } = await api.call('YoutubeProviderService.StartLoginFlow', {});
      return { address: login_url, flow, code: user_code };
    },
    poll: async (api, flow) => (await api.call('YoutubeProviderService.PollLoginFlow', { flow })).account_id,
  },
});
