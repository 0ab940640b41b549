import { useQueries } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import type { AdminEntry } from './entry.ts';

/** Number of entries on each page that wait for an administrator, by the page's path. */
export function useWaiting(entries: readonly AdminEntry[]): ReadonlyMap<string, number> {
  const { api } = useSession();
  const counted = entries.flatMap(({ path, countWaiting: count }) => (count ? [{ path, count }] : []));
  const answers = useQueries({
    queries: counted.map(({ path, count }) => ({
      queryKey: ['admin', 'waiting', path],
      queryFn: () => count(api),
      refetchInterval: 30_000,
    })),
  });
  return new Map(counted.map(({ path }, place) => [path, answers[place]?.data ?? 0]));
}
