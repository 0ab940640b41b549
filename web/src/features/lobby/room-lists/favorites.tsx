import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { HomeSection } from './home-section.tsx';
import { nextPage, RoomList } from './room-list.tsx';

/** The favourites. Renders nothing if there are none: the hearts of the other rooms show how to add one. [WRL4] */
export function Favorites() {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const query = useInfiniteQuery({
    queryKey: ['favorites'],
    queryFn: ({ pageParam }) => api.call('UserService.ListFavoriteRooms', { page: pageParam, page_size: 6 }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
  });
  const total = query.data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <HomeSection title={t('favorite.title')} count={total}>
      <RoomList query={query} empty={null} />
    </HomeSection>
  );
}
