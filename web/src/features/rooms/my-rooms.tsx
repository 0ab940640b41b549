import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../client/session/session.tsx';
import { useTranslation } from '../../texts/use-translation.ts';
import { EmptyState } from '../../ui/signs/empty-state.tsx';
import { nextPage, RoomList } from './room-list.tsx';

export function MyRooms() {
  const { t } = useTranslation('rooms');
  const { api } = useSession();
  const query = useInfiniteQuery({
    queryKey: ['my-rooms'],
    queryFn: ({ pageParam }) => api.call('UserService.ListMyRooms', { page: pageParam, page_size: 12 }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
  });
  const total = query.data?.pages[0]?.total;
  return (
    <section aria-labelledby="my-rooms" className="mt-12">
      <h2 id="my-rooms" className="mb-4 text-2xl font-semibold tracking-tight">
        {t('mine.title')} {total ? <span className="font-normal text-muted tabular-nums">{total}</span> : null}
      </h2>
      <RoomList query={query} empty={<EmptyState title={t('mine.empty')} text={t('mine.emptyText')} />} />
    </section>
  );
}
