import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { UserPrincipal } from '../../../../kernel/call.ts';
import type { Binding } from '../../../../kernel/handler.ts';
import { handleUser } from '../../../../kernel/handler.ts';
import type { AccountKind, MediaProvider, Secrets, SourceCase } from '../../../../providers/provider.ts';
import { pathNameOf } from '../find-provider.ts';
import { telling } from '../provider-failures.ts';
import { refuseSource } from '../providers.errors.ts';
import { toAccount } from './account-messages.ts';
import { type AccountServiceParts, makeOwnMethodTools } from './own-method-tools.ts';

/** The methods for signing in to one provider and browsing there. [PV10] [PV11] [PV12] */
export function accountBindings(
  provider: MediaProvider,
  kind: AccountKind<SourceCase>,
  parts: AccountServiceParts,
): Binding[] {
  const { accounts, seals, log } = parts;
  const { method } = kind.service;
  const { name } = provider;
  const tools = parts.toolsOf(name);
  const isEnough = (set: Secrets | undefined) => set !== undefined && kind.hasOperatorAccount?.(set) !== false;
  return [
    handleUser(method.getBinds, async (_, { principal }) => ({
      accounts: (await accounts.list(principal.userId, name)).map(toAccount),
      hasOperatorAccount: kind.isOptional === true && isEnough(tools.operator?.()),
    })),
    ...(method.login
      ? [
          handleUser(method.login, async (request: MessageShape<DescMessage>, { principal }) => {
            refuseSource(kind.checkLogin(request));
            const signing = { ...tools, deviceId: seals.deviceId(principal.userId, name) };
            const signedIn = await telling(() => kind.signIn(request, signing), principal.role);
            return { account: toAccount(await accounts.put(principal.userId, name, signedIn)) };
          }),
        ]
      : []),
    handleUser(method.logout, async ({ accountId }, { principal }) => {
      const row = await accounts.find(principal.userId, name, accountId);
      await accounts.delete(principal.userId, row.id);
      // The account is deleted here, whatever upstream responds.
      const told = async () => kind.signOut?.(accounts.open(row), tools);
      await told().catch((err) =>
        log.info({ provider: name, err }, 'an upstream was not told that an account is forgotten'),
      );
      return {};
    }),
    ...(method.getMe
      ? [
          handleUser(method.getMe, async ({ accountId }, { principal }) => {
            const { row, account } = await accounts.get(principal.userId, name, accountId);
            await telling(() => kind.verify(account, tools), principal.role);
            return { account: toAccount(row) };
          }),
        ]
      : []),
    ...listings(provider, kind, parts),
    ...(kind.own ?? []).map((own) =>
      handleUser(own.method, (request, { principal }) =>
        telling(() => own.run(request, makeOwnMethodTools(provider, principal, parts)), principal.role),
      ),
    ),
  ];
}

function listings(
  provider: MediaProvider,
  kind: AccountKind<SourceCase>,
  { accounts, pages, toolsOf }: AccountServiceParts,
): Binding[] {
  const { list, search } = kind.service.method;
  const tools = toolsOf(provider.name);
  const open = ({ userId }: UserPrincipal, id: string) => accounts.openFrom(provider, userId, id);
  return [
    handleUser(list, async ({ accountId, folder, password, ...page }, { principal }) => {
      const account = await open(principal, accountId);
      const scope = [pathNameOf(provider), '', account.id, folder];
      return pages.give(provider, principal, account, { ...page, scope }, (query) =>
        kind.list(account, { ...query, folder, ...(password === '' ? {} : { password }) }, tools),
      );
    }),
    ...(search
      ? [
          handleUser(search, async ({ accountId, folder, text, ...page }, { principal }) => {
            const account = await open(principal, accountId);
            const scope = [pathNameOf(provider), '', account.id, folder, 'search', text];
            return pages.give(provider, principal, account, { ...page, scope }, (query) =>
              kind.search!(account, { ...query, folder, text }, tools),
            );
          }),
        ]
      : []),
  ];
}
