import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

/** Query key of the owner's choice of successor in a room. */
export function successionKey(roomId: string) {
  return ['room-succession', roomId];
}

/** The successor of the room's owner; undefined succession: there is none. */
export function useSuccession(room_id: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: successionKey(room_id),
    queryFn: ({ signal }) => api.call('RoomSuccessionService.GetRoomSuccession', { room_id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
