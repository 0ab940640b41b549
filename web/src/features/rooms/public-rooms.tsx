import type { RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../client/session/session.tsx';
import { useTranslation } from '../../texts/use-translation.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EmptyState } from '../../ui/signs/empty-state.tsx';
import { nextPage, RoomGrid, RoomList } from './room-list.tsx';

export function PublicRooms() {
  const { t } = useTranslation('rooms');
  const { api, user } = useSession();
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const query = useInfiniteQuery({
    queryKey: ['discover', user?.id, search],
    queryFn: ({ pageParam }) =>
      api.call('UserService.DiscoverRooms', { ...(search ? { search } : {}), page: pageParam, page_size: 12 }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
  const featured = search ? [] : (query.data?.pages[0]?.featured_rooms ?? []);
  // They stand under "Your rooms" already.
  const isOwn = ({ room }: RoomDiscoveryItem) => user !== undefined && room?.creator_id === user.id;
  const own = search ? 0 : (query.data?.pages.flatMap(({ rooms }) => rooms).filter(isOwn).length ?? 0);
  const total = (query.data?.pages[0]?.total ?? 0) - own;
  return (
    <>
      {featured.length > 0 && (
        <section aria-labelledby="featured" className="mt-12">
          <h2 id="featured" className="mb-4 text-2xl font-semibold tracking-tight">
            {t('featured.title')}
          </h2>
          <RoomGrid rooms={featured} />
        </section>
      )}
      <section aria-labelledby="public-rooms" className="mt-12">
        <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h2 id="public-rooms" className="text-2xl font-semibold tracking-tight">
            {t('public.title')} {total > 0 && <span className="font-normal text-muted tabular-nums">{total}</span>}
          </h2>
          <div className="relative w-full sm:w-72">
            <Search size={18} aria-hidden="true" className="absolute inset-y-0 start-3.5 z-10 my-auto text-muted" />
            <TextField
              type="search"
              label={t('public.search')}
              labelHidden
              placeholder={t('public.search')}
              maxLength={100}
              className="ps-10"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        </div>
        <RoomList
          query={query}
          leavesOut={search ? undefined : isOwn}
          empty={
            search ? (
              <EmptyState title={t('public.noMatch', { search })} text={t('public.noMatchText')} />
            ) : (
              <EmptyState
                title={t(featured.length > 0 ? 'public.noOther' : 'public.empty')}
                text={t('public.emptyText')}
              />
            )
          }
        />
      </section>
    </>
  );
}

/** `value`, once it has been the same for a quarter of a second. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
