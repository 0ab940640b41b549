import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import type { CodeSignIn, CodeState, SourceEntry } from '../entry.ts';
import { keyOf, readAccounts, type SourceAccount } from '../use-accounts.ts';

/** The time between two polls whether the person has agreed, in milliseconds. */
const pollMs = 2_000;

interface CodeProgress {
  /** The text of the code; undefined until it is loaded. */
  readonly text: string | undefined;
  readonly state: CodeState;
  readonly error: unknown;
  /** Requests another code. */
  readonly again: () => void;
}

/**
 * Signs in by a QR code that another device reads. It requests the code at once, and then polls the server until the
 * person agrees. [WSO20]
 */
export function useCodeSignIn(
  entry: SourceEntry,
  code: CodeSignIn,
  onSignedIn: (account: SourceAccount) => void,
): CodeProgress {
  const { api } = useSession();
  const client = useQueryClient();
  const id = useId();
  const [attempt, setAttempt] = useState(0);
  const key = ['sources', 'code sign-in', entry.provider, id, attempt];
  const once = { retry: false, gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false };
  const begun = useQuery({ queryKey: key, queryFn: () => code.start(api), ...once });
  const polled = useQuery({
    queryKey: [...key, 'poll'],
    queryFn: async (): Promise<CodeState | SourceAccount> => {
      const answer = await code.poll(api, begun.data?.flow ?? '');
      if ('state' in answer) return answer.state;
      const accounts = await client.fetchQuery({
        queryKey: keyOf(entry),
        queryFn: () => readAccounts(api, entry),
        // The cached list does not have the account yet.
        staleTime: 0,
      });
      return accounts.find(({ account }) => account.id === answer.accountId) ?? 'waiting';
    },
    enabled: begun.data !== undefined,
    refetchInterval: ({ state: { data, error } }) =>
      error || data === 'expired' || typeof data === 'object' ? false : pollMs,
    ...once,
  });
  const signedIn = typeof polled.data === 'object' ? polled.data : undefined;
  const tell = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (signedIn) tell(signedIn);
  }, [signedIn]);
  return {
    text: begun.data?.text,
    state: typeof polled.data === 'string' ? polled.data : 'waiting',
    error: begun.error ?? polled.error,
    again: () => setAttempt(attempt + 1),
  };
}
