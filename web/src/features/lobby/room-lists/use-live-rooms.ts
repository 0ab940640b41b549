import type { DiscoverRoomsResponse } from '@matinee/contract/gen/api.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

/** Number of rooms to ask for: more than two rows, as some may be the user's own. */
const maxAsked = 12;

/** Public rooms with people in them, the fullest first. */
export function useLiveRooms(): UseQueryResult<DiscoverRoomsResponse> {
  const { api, user } = useSession();
  return useQuery({
    queryKey: ['live', user?.id],
    queryFn: () => api.call('UserService.DiscoverRooms', { activity: 'live', sort: 'live', page_size: maxAsked }),
    refetchInterval: 30_000,
  });
}
