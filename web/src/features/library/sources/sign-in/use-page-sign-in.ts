import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import type { PageSignIn, SourceEntry } from '../entry.ts';
import { keyOf, readAccounts, type SourceAccount } from '../use-accounts.ts';

/**
 * The time between two polls whether the person has agreed, in milliseconds. Sites refuse more than one in five seconds
 * (RFC 8628, section 3.2).
 */
const pollMs = { server: 3_000, site: 5_500 } as const;

/**
 * Signs in on a page of the source's own server. `start` takes the server's address and resolves to the page. The
 * server is then polled until the person approves there.
 */
export function usePageSignIn(entry: SourceEntry, page: PageSignIn, onSignedIn: (account: SourceAccount) => void) {
  const { api } = useSession();
  const client = useQueryClient();
  const start = useMutation({ mutationFn: (url: string) => page.start(api, url) });
  const begun = start.data;
  const agreed = useQuery({
    queryKey: ['sources', 'page sign-in', begun?.flow],
    queryFn: async (): Promise<SourceAccount | null> => {
      const id = await page.poll(api, begun!.flow);
      if (id === undefined) return null;
      const accounts = await client.fetchQuery({
        queryKey: keyOf(entry),
        queryFn: () => readAccounts(api, entry),
        // The cached list does not have the account yet.
        staleTime: 0,
      });
      return accounts.find(({ account }) => account.id === id) ?? null;
    },
    enabled: begun !== undefined,
    refetchInterval: ({ state }) => (state.data || state.error ? false : pollMs[page.isOneSite ? 'site' : 'server']),
    // The page is open in another tab, which hides this one.
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const account = agreed.data;
  const tell = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (account) tell(account);
  }, [account]);
  return { start, address: begun?.address, code: begun?.code, error: agreed.error ?? start.error };
}
