import type { RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { RoomCard, RoomCardSkeletons } from './room-card.tsx';

/** One page of any list of rooms. */
export interface RoomListPage {
  readonly rooms: readonly RoomDiscoveryItem[];
  readonly total: number;
}

export interface RoomListProps {
  readonly query: UseInfiniteQueryResult<{ readonly pages: readonly RoomListPage[] }>;
  readonly empty: ReactNode;
  /** True for rooms that the page shows elsewhere. */
  readonly leavesOut?: ((item: RoomDiscoveryItem) => boolean) | undefined;
  /** True: more rooms load when the end scrolls into view. Only for the last list of a page. */
  readonly loadsInSight?: boolean;
}

/** A list of rooms in its four states: loading, failed, empty, filled. */
export function RoomList({ query, empty, leavesOut, loadsInSight = false }: RoomListProps) {
  const { t } = useTranslation('rooms');
  if (query.isPending) return <RoomCardSkeletons label={t('list.loading')} />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const rooms = query.data.pages.flatMap((page) => page.rooms).filter((item) => !leavesOut?.(item));
  if (rooms.length === 0 && !query.hasNextPage) return empty;
  return (
    <>
      <RoomGrid rooms={rooms} />
      {query.hasNextPage && loadsInSight && (
        <MoreRows
          label={t('list.more')}
          count={rooms.length}
          onMore={() => query.fetchNextPage().then(() => undefined)}
        />
      )}
      {query.hasNextPage && !loadsInSight && (
        <div className="mt-6 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </>
  );
}

export function RoomGrid({ rooms }: { readonly rooms: readonly RoomDiscoveryItem[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {rooms.map((item) => item.room && <RoomCard key={item.room.id} item={item} />)}
    </ul>
  );
}

/** Number of the next page, counted from 1. Undefined when all rooms are loaded. */
export function nextPage(last: RoomListPage, all: readonly RoomListPage[]): number | undefined {
  const held = all.reduce((sum, page) => sum + page.rooms.length, 0);
  return last.rooms.length > 0 && held < last.total ? all.length + 1 : undefined;
}
