import { useQueryClient } from '@tanstack/react-query';
import { sourceEntries } from './source-entries.ts';
import type { SourceFolder } from './source-folder.ts';
import { keyOf, openAccount, type SourceAccount, useAccounts } from './use-accounts.ts';

/** The account that lists a folder; undefined: not known yet, or the person does not have it. */
export function useFolderSource(found: SourceFolder | undefined): SourceAccount | undefined {
  const { accounts } = useAccounts();
  if (found === undefined) return undefined;
  const { provider, accountId } = found;
  const own = accounts.find(({ account }) => account.provider === provider && account.id === accountId);
  const entry = sourceEntries.find((one) => one.provider === provider);
  return own ?? (accountId === '' && entry ? openAccount(entry) : undefined);
}

/** Clears the cache of a source after the person has signed in to it. */
export function useForgetListings() {
  const client = useQueryClient();
  return ({ entry }: SourceAccount) => {
    void client.invalidateQueries({ queryKey: keyOf(entry) });
    void client.invalidateQueries({ queryKey: ['recognized'] });
  };
}
