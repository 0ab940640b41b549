import type { ProviderEntry } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import type { SearchMethod } from '../sources/entry.ts';
import type { SourceAccount } from '../sources/use-accounts.ts';

/** Most entries that are shown; the browser of sources has more. */
const mostShown = 6;

/** An account that can be searched. */
export interface SearchableAccount extends SourceAccount {
  readonly search: SearchMethod;
}

/** The first entries that an account finds. [WFI1] [WFI4] */
export function useSourceResults({ account, search }: SearchableAccount, text: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['finding', 'source', account.provider, account.id, text],
    queryFn: async ({ signal }): Promise<{ entries: readonly ProviderEntry[]; hasMore: boolean }> => {
      const request = { account_id: account.id, folder: '', cursor: '', page_size: mostShown, text };
      const { entries, next_cursor } = await api.call(search, request, { signal });
      return { entries: entries.slice(0, mostShown), hasMore: entries.length > mostShown || !!next_cursor };
    },
    retry: false,
    // Some sites charge each search to a quota, so a repeated search uses the cache.
    staleTime: 5 * 60_000,
    gcTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });
}
