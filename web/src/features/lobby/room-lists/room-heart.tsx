import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { FavoriteButton } from './favorite-button.tsx';

interface RoomHeartProps {
  readonly roomId: string;
  readonly name: string;
}

/** The heart in the room itself. Renders nothing for guests, and until its state is known. [WRL4] */
export function RoomHeart({ roomId, name }: RoomHeartProps) {
  const { api, user } = useSession();
  const query = useQuery({
    queryKey: ['room-card', roomId],
    queryFn: () => api.call('UserService.GetRoomDiscovery', { room_id: roomId }),
    enabled: user !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const item = query.data?.room;
  if (!item?.joined) return null;
  return <FavoriteButton roomId={roomId} name={name} isFavorite={item.favorited === true} />;
}
