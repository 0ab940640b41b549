import { TwitchProviderService } from '@matinee/contract/gen/service/provider/twitch_service_pb.ts';
import { pollDeviceFlow, startDeviceFlow } from '../device-flow.ts';
import { ownMethod } from '../own-method.ts';
import type { AccountKind } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { isPicture, twitchApi } from './twitch.client.ts';
import { listFolder, searchFor } from './twitch.folders.ts';
import { askerOf, revokeToken, twitchSite, whoseToken } from './twitch.tokens.ts';

const { getBinds, logout, getMe, list, search, startLoginFlow, pollLoginFlow } = TwitchProviderService.method;

/** Twitch accounts, and the folders available to them or to this server's client alone. [TW4] [TW5] [TW6] */
export const twitchAccounts: AccountKind<'twitch'> = {
  service: { method: { getBinds, logout, getMe, list, search } },
  // Every source plays without an account.
  accountOf: () => undefined,
  isOptional: true,
  checkLogin: () => [],
  // Users sign in on a page of Twitch, by `own`.
  signIn: async () => {
    throw new ProviderError('failed');
  },
  async signOut({ credentials }, tools) {
    await revokeToken(credentials['accessToken']!, tools);
  },
  async verify(account, tools) {
    const asker = askerOf(account, tools);
    await whoseToken(await asker.token(), tools).catch(async (cause) => {
      if (!(cause instanceof ProviderError) || cause.failure !== 'account_refused') throw cause;
      return whoseToken(await asker.renewed(), tools);
    });
  },
  list: async (account, query, tools) => listFolder(twitchApi(askerOf(account, tools), tools), account, query),
  search: async (account, query, tools) => searchFor(twitchApi(askerOf(account, tools), tools), query),
  thumbnails: { noun: 'preview', of: (_, item) => (isPicture(item) ? { url: item } : undefined) },
  own: [
    ownMethod(startLoginFlow, async (_, { tools, seal }) => {
      const { page, userCode, deviceCode } = await startDeviceFlow(twitchSite(tools), tools);
      return { loginUrl: page, userCode, flow: seal(deviceCode) };
    }),
    ownMethod(pollLoginFlow, async ({ flow }, { tools, keep, unseal }) => {
      const tokens = await pollDeviceFlow(twitchSite(tools), unseal(flow), tools);
      if (!tokens) return {};
      const { userId, login } = await whoseToken(tokens.accessToken, tools);
      const { account } = await keep({ host: 'twitch.tv', name: login, credentials: { ...tokens, userId } });
      return { accountId: account!.id! };
    }),
  ],
};
