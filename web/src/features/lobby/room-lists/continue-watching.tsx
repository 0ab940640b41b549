import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { HomeSection } from './home-section.tsx';
import { RoomGrid } from './room-list.tsx';

const maxShown = 3;

/**
 * The user's rooms whose film has begun, playing or paused, the last visited first. Renders nothing if there is none.
 * [WRL2]
 */
export function ContinueWatching() {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['continue'],
    queryFn: () => api.call('UserService.ListMyRooms', { started_only: true, sort: 'visited', page_size: maxShown }),
    refetchInterval: 30_000,
  });
  const rooms = query.data?.rooms ?? [];
  if (rooms.length === 0) return null;
  return (
    <HomeSection title={t('continue.title')}>
      <RoomGrid rooms={rooms} />
    </HomeSection>
  );
}
