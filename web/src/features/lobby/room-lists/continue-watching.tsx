import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { UnfinishedList, useUnfinished, WatchedLink } from '../../library/watched/unfinished.port.tsx';
import { HomeSection } from './home-section.tsx';
import { RoomGrid } from './room-list.tsx';

const maxShown = 3;

/**
 * Films that the user has not finished, and the user's rooms with a film that has started, playing or paused, the
 * last visited first. Renders nothing if there are none. [WRL2] [WOH4]
 */
export function ContinueWatching() {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['continue'],
    queryFn: () => api.call('UserService.ListMyRooms', { started_only: true, sort: 'visited', page_size: maxShown }),
    refetchInterval: 30_000,
  });
  const unfinished = useUnfinished();
  const shown = new Set(unfinished.flatMap(({ plays_now, room }) => (plays_now && room ? [room.id] : [])));
  const rooms = (query.data?.rooms ?? []).filter(({ room }) => room && !shown.has(room.id));
  if (rooms.length === 0 && unfinished.length === 0) return null;
  return (
    <Suspense>
      <HomeSection title={t('continue.title')} aside={<WatchedLink />}>
        {unfinished.length > 0 && <UnfinishedList entries={unfinished} />}
        {rooms.length > 0 && <RoomGrid rooms={rooms} />}
      </HomeSection>
    </Suspense>
  );
}
