import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Binding } from '../../kernel/handler.ts';
import { handleUser } from '../../kernel/handler.ts';
import type { AccountKind, Listed, MediaProvider, ProviderTools, SourceCase } from '../../providers/provider.ts';
import type { AccountRow } from './accounts.store.ts';
import type { Accounts } from './accounts.ts';
import type { Cursors } from './cursors.ts';
import { pathNameOf } from './find-provider.ts';
import { providerErrors } from './providers.errors.ts';
import { telling } from './upstream-errors.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly cursors: Cursors;
  readonly tools: ProviderTools;
}

/** Entries on a page unless the caller says so. */
const usualPage = 50;

/** The methods by which people sign in to one provider and look around there. [PV10] [PV11] [PV12] */
export function accountBindings(provider: MediaProvider, kind: AccountKind<SourceCase>, parts: Parts): Binding[] {
  const { accounts, cursors, tools } = parts;
  const { method } = kind.service;
  const { name } = provider;
  return [
    handleUser(method.getBinds, async (_, { principal }) => ({
      accounts: (await accounts.list(principal.userId, name)).map(toAccount),
    })),
    handleUser(method.login, async (request: MessageShape<DescMessage>, { principal }) => {
      const violations = kind.checkLogin(request);
      const [first] = violations;
      if (first) throw providerErrors.invalid_source({ violations, message: `${first.field}: ${first.description}` });
      const signedIn = await telling(() => kind.signIn(request, tools), principal.role);
      return { account: toAccount(await accounts.put(principal.userId, name, signedIn)) };
    }),
    handleUser(method.logout, async ({ accountId }, { principal }) => {
      const { row } = await accounts.get(principal.userId, name, accountId);
      await accounts.delete(row.id);
      return {};
    }),
    handleUser(method.getMe, async ({ accountId }, { principal }) => {
      const { row, account } = await accounts.get(principal.userId, name, accountId);
      await telling(() => kind.verify(account, tools), principal.role);
      return { account: toAccount(row) };
    }),
    handleUser(method.list, async ({ accountId, folder, cursor, pageSize }, { principal }) => {
      const { account } = await accounts.get(principal.userId, name, accountId);
      const scope = [pathNameOf(provider), '', account.id, folder];
      const after = cursor === '' ? undefined : cursors.open(scope, cursor);
      const page = await telling(
        () => kind.list(account, { folder, after, limit: pageSize || usualPage }, tools),
        principal.role,
      );
      return {
        entries: page.entries.map((entry) => toEntry(provider, entry)),
        nextCursor: page.next === undefined ? '' : cursors.seal(scope, page.next),
        path: [...page.path],
      };
    }),
  ];
}

function toAccount({ id, provider, host, name, created_at }: AccountRow) {
  return { id, provider, host, name, createdAt: timestampFromDate(created_at) };
}

function toEntry({ sourceCase }: MediaProvider, { name, is, sizeBytes, modifiedAt }: Listed) {
  return {
    name,
    ...('folder' in is
      ? { folder: is.folder }
      : { source: { source: { case: sourceCase, value: is.source } as never }, format: is.format }),
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    ...(modifiedAt === undefined ? {} : { modifiedAt: timestampFromDate(modifiedAt) }),
  };
}
