import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { HomeSection } from './home-section.tsx';
import { nextPage, RoomList } from './room-list.tsx';

/** Two rows, so that a phone has the public rooms within reach. */
const pageSize = 6;

export function MyRooms() {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const query = useInfiniteQuery({
    queryKey: ['my-rooms'],
    queryFn: ({ pageParam }) => api.call('UserService.ListMyRooms', { page: pageParam, page_size: pageSize }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
  });
  const total = query.data?.pages[0]?.total;
  return (
    <HomeSection title={t('mine.title')} count={total}>
      <RoomList query={query} empty={<EmptyState title={t('mine.empty')} text={t('mine.emptyText')} />} />
    </HomeSection>
  );
}
