import type { UserPrincipal } from '../../../../kernel/call.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { MediaProvider, OwnMethodTools, ProviderTools } from '../../../../providers/provider.ts';
import { pathNameOf } from '../find-provider.ts';
import { refuseSource } from '../providers.errors.ts';
import { toAccount } from './account-messages.ts';
import type { Accounts } from './accounts.ts';
import type { Pages } from './pages.ts';
import type { PersonSeals } from './person-seals.ts';

export interface AccountServiceParts {
  readonly accounts: Accounts;
  readonly pages: Pages;
  readonly seals: PersonSeals;
  readonly toolsOf: (provider: string) => ProviderTools;
  readonly log: Log;
}

/** The tools for a provider's own methods, for one caller. */
export function makeOwnMethodTools(
  provider: MediaProvider,
  caller: UserPrincipal,
  { accounts, pages, seals, toolsOf }: Omit<AccountServiceParts, 'log'>,
): OwnMethodTools {
  const { userId } = caller;
  const { name } = provider;
  const open = (accountId: string) => accounts.openFrom(provider, userId, accountId);
  return {
    tools: { ...toolsOf(name), deviceId: seals.deviceId(userId, name) },
    refuse: refuseSource,
    open,
    keep: async (signedIn) => ({ account: toAccount(await accounts.put(userId, name, signedIn)) }),
    async page(list, { accountId, cursor, pageSize }, work) {
      const account = await open(accountId);
      const scope = [pathNameOf(provider), '', account.id, '', list];
      return pages.give(provider, caller, account, { cursor, pageSize, scope }, (query) => work(account, query));
    },
    seal: (text) => seals.seal(userId, name, text),
    unseal: (sealed) => seals.open(userId, name, sealed),
  };
}
