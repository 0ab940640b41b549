import type { ProviderAccount } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import type { SourceEntry } from './entry.ts';
import { sourceEntries } from './source-entries.ts';

/** An account of the signed-in person with a source. */
export interface SourceAccount {
  readonly entry: SourceEntry;
  readonly account: ProviderAccount;
}

/**
 * The name of an account's kind of source. For a kind that only its instance knows, it is the instance's name: the
 * texts do not have the kind.
 */
export function kindOf({ entry, account }: SourceAccount, t: (key: string) => string): string {
  return entry.isOfInstances ? account.instance_name : t(`kinds.${entry.name}.title`);
}

export interface SourceAccounts {
  readonly accounts: readonly SourceAccount[];
  /** Access by the operator's settings, with an empty id, for kinds without an account of the person. */
  readonly open: readonly SourceAccount[];
  /** True until every kind of source has answered. */
  readonly isPending: boolean;
  /** Why accounts of some kind are missing. Undefined: none are. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Query key of the accounts of one kind. */
export const keyOf = ({ provider }: SourceEntry) => ['sources', 'accounts', provider];

/** The person's accounts of all kinds, and access by the operator's settings, in the order of the kinds. */
export function useAccounts(): SourceAccounts {
  const { api } = useSession();
  return useQueries({
    queries: sourceEntries.map((entry) => ({
      queryKey: keyOf(entry),
      queryFn: () => readAccounts(api, entry),
      staleTime: 60_000,
    })),
    combine: (results) => ({
      accounts: results.flatMap(({ data = [] }) => data.filter(({ account }) => account.id !== '')),
      open: results.flatMap(({ data = [] }) => (data.length === 1 && data[0]!.account.id === '' ? data : [])),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ isError }) => isError)?.error,
      retry: () => {
        for (const { isError, refetch } of results) if (isError) void refetch();
      },
    }),
  });
}

export async function readAccounts(api: Api, entry: SourceEntry): Promise<readonly SourceAccount[]> {
  const { accounts, has_operator_account } = await api.call(`${entry.service}.GetBinds`, {});
  const open = has_operator_account ? openAccount(entry) : undefined;
  return [...accounts.map((account) => ({ entry, account })), ...(open ? [open] : [])];
}

/** An empty account for browsing a source without one; undefined: the source needs an account. */
export function openAccount(entry: SourceEntry): SourceAccount | undefined {
  const { provider, openHost: host } = entry;
  return host === undefined ? undefined : { entry, account: { id: '', provider, instance_name: '', host, name: '' } };
}

/** Signs out of an account. Items that were added with it no longer play. */
export function useForget() {
  const { api } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ entry, account }: SourceAccount) => api.call(entry.signOut, { account_id: account.id }),
    onSuccess: (_, { entry }) => client.invalidateQueries({ queryKey: keyOf(entry) }),
  });
}

/** Asks the server of an account whether it still accepts it. */
export function useTest() {
  const { api } = useSession();
  return useMutation({
    mutationFn: async ({ entry, account }: SourceAccount) => {
      if (entry.test) await api.call(entry.test, { account_id: account.id });
    },
  });
}

interface SignInValues {
  /** By the names of the fields. */
  readonly values: Readonly<Record<string, string>>;
  /** The instance that runs the provider; empty: this server. */
  readonly instance: string;
}

/** Signs in to a source. @throws ApiError */
export function useSourceSignIn(entry: SourceEntry) {
  const { api } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ values, instance }: SignInValues): Promise<SourceAccount> => {
      if (entry.signIn === undefined) throw new TypeError('people sign in on a page of the source');
      const at = instance === '' ? {} : { instance_name: instance };
      const request = entry.own ? { provider: entry.own.provider, fields: values } : values;
      // The types of the entry were checked against the request of its service.
      const { account } = await api.call(entry.signIn, { ...request, ...at } as never);
      if (!account) throw new TypeError('signing in gave no account');
      return { entry, account };
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(entry) }),
  });
}
