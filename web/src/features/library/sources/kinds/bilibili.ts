import { Tv } from 'lucide-react';
import { defineSource } from '../entry.ts';

export const sourceEntry = defineSource({
  provider: 'bilibili',
  name: 'bilibili',
  Icon: Tv,
  order: 90,
  service: 'BilibiliProviderService',
  search: 'BilibiliProviderService.Search',
  fields: [{ name: 'session', kind: 'password' }],
  code: {
    start: async (api) => {
      const { qr_url, flow } = await api.call('BilibiliProviderService.StartQrLogin', {});
      return { text: qr_url, flow };
    },
    poll: async (api, flow) => {
      const { state, account_id } = await api.call('BilibiliProviderService.PollQrLogin', { flow });
      return account_id === undefined ? { state: state === 'done' ? 'waiting' : state } : { accountId: account_id };
    },
  },
});
