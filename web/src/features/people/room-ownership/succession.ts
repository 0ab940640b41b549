import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

/** Key of what the owner of a room chose for the time after them. */
export function successionKey(roomId: string) {
  return ['room-succession', roomId];
}

/** Who gets the room when its owner leaves; undefined succession: nobody. */
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
