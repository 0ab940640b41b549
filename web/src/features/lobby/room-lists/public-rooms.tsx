import type { RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { HomeSection } from './home-section.tsx';
import { type RoomFilter, RoomFilters } from './room-filters.tsx';
import { RoomGrid, RoomList } from './room-list.tsx';
import { useLiveRooms } from './use-live-rooms.ts';
import { useRoomSearch } from './use-room-search.ts';

/** Public rooms: the featured ones, then all. The search runs while typing, and chips narrow the list. [WRL3] */
export function PublicRooms() {
  const { t } = useTranslation('rooms');
  const { user } = useSession();
  const { text, setText, search, filter, setFilter, clear } = useRoomSearch();
  const isNarrowed = search !== '' || filter.isLive || filter.categoryId !== '' || filter.labelIds.length > 0;
  const query = useDiscovery(search, filter);
  const live = new Set(useLiveRooms().data?.rooms.map(({ room }) => room?.id));
  // "Live now" and "Your rooms" already show the rooms with people in them.
  const featured = (query.data?.pages[0]?.featured_rooms ?? []).filter(({ room }) => !live.has(room?.id));
  // "Your rooms" already shows these.
  const isOwn = ({ room }: RoomDiscoveryItem) => user !== undefined && room?.creator_id === user.id;
  const own = isNarrowed ? 0 : (query.data?.pages.flatMap(({ rooms }) => rooms).filter(isOwn).length ?? 0);
  const total = (query.data?.pages[0]?.total ?? 0) - own;
  // The pages that are not loaded yet may have more rooms of the user.
  const isExact = isNarrowed || user === undefined || !query.hasNextPage;
  return (
    <>
      {!isNarrowed && featured.length > 0 && (
        <HomeSection title={t('featured.title')}>
          <RoomGrid rooms={featured} />
        </HomeSection>
      )}
      <HomeSection
        title={t('public.title')}
        count={isExact ? total : undefined}
        aside={
          <div className="w-full sm:w-72">
            <SearchField label={t('public.search')} value={text} onChange={setText} />
          </div>
        }
      >
        <RoomFilters value={filter} onChange={setFilter} />
        <div className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
          <RoomList
            query={query}
            leavesOut={isNarrowed ? undefined : isOwn}
            loadsInSight
            empty={<NoRooms {...{ isNarrowed, search }} hasFeatured={featured.length > 0} onShowAll={clear} />}
          />
        </div>
        <p role="status" className="sr-only">
          {isNarrowed && query.data && !query.isPlaceholderData ? t('public.found', { count: total }) : ''}
        </p>
      </HomeSection>
    </>
  );
}

function useDiscovery(search: string, filter: RoomFilter) {
  const { api, user } = useSession();
  return useInfiniteQuery({
    queryKey: ['discover', user?.id, search, filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'UserService.DiscoverRooms',
        { ...requestOf(search, filter), cursor: pageParam, page_size: 12 },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
}

interface NoRoomsProps {
  /** True: the person searches or filters. */
  readonly isNarrowed: boolean;
  readonly search: string;
  readonly hasFeatured: boolean;
  readonly onShowAll: () => void;
}

function NoRooms({ isNarrowed, search, hasFeatured, onShowAll }: NoRoomsProps) {
  const { t } = useTranslation('rooms');
  if (!isNarrowed)
    return <EmptyState title={t(hasFeatured ? 'public.noOther' : 'public.empty')} text={t('public.emptyText')} />;
  return (
    <EmptyState
      title={search ? t('public.noMatch', { search }) : t('public.noneFits')}
      text={t(search ? 'public.noMatchText' : 'public.noneFitsText')}
      action={<Button onClick={onShowAll}>{t('public.showAll')}</Button>}
    />
  );
}

function requestOf(search: string, { isLive, categoryId, labelIds }: RoomFilter) {
  return {
    ...(search ? { search } : {}),
    ...(isLive ? { activity: 'live' as const } : {}),
    ...(categoryId ? { category_id: categoryId } : {}),
    ...(labelIds.length > 0 ? { label_ids: [...labelIds] } : {}),
  };
}
