import type { DiscoverRoomsResponse } from '@matinee/contract/gen/api.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

/** Rooms that are asked for: two rows, should some of them be the viewer's own. */
const maxAsked = 12;

/** Public rooms with people in them, those with most first. */
export function useLiveRooms(): UseQueryResult<DiscoverRoomsResponse> {
  const { api, user } = useSession();
  return useQuery({
    queryKey: ['live', user?.id],
    queryFn: () => api.call('UserService.DiscoverRooms', { activity: 'live', sort: 'live', page_size: maxAsked }),
    refetchInterval: 30_000,
  });
}
