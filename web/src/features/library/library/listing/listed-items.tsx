import type { Media, Permission } from '@matinee/contract/gen/api.ts';
import { SearchX } from 'lucide-react';
import { type RefObject, useDeferredValue } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { MoreRows } from '../../../../ui/lists/more-rows.tsx';
import { VirtualRows } from '../../../../ui/lists/virtual-rows.tsx';
import { EmptyState } from '../../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import { Failure } from '../../../shared/shell/failure.port.tsx';
import { type LoadedPlaylist, mediaId } from '../loaded-playlist.ts';
import { PlaylistItem } from '../playlist-item.tsx';
import type { Library } from '../use-library.ts';
import { type Listing, useListing } from './use-listing.ts';

export interface ListedItemsProps {
  readonly roomId: string;
  readonly items: LoadedPlaylist;
  readonly listing: Listing;
  readonly currentId: string | undefined;
  readonly isPlaying: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly library: Library;
  readonly onDetails: (media: Media) => void;
  readonly selfId: string;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * Items of a playlist that match the search. They can be played from here, but not moved: their positions are not
 * those of the list. [WL15]
 */
export function ListedItems(props: ListedItemsProps) {
  const { roomId, items, currentId, isPlaying, scroller, library, selfId, permissions } = props;
  const { t } = useTranslation('library');
  const { media, total, error, retry, ...listed } = useListing(roomId, items, useDeferredValue(props.listing));
  if (error !== undefined) return <Failure error={error} onRetry={retry} />;
  if (listed.isPending) return <Skeleton className="m-4 h-14" />;
  return (
    <div className={listed.isStale ? 'opacity-60' : ''}>
      <p role="status" className="px-4 pt-2 text-sm text-muted">
        {t('listing.found', { count: total ?? media.length })}
      </p>
      {media.length === 0 && <EmptyState icon={<SearchX aria-hidden="true" />} title={t('listing.nothing')} />}
      <VirtualRows
        label={t('items')}
        rows={media}
        idOf={mediaId}
        rowHeight={62}
        scroller={scroller}
        {...(total === undefined ? {} : { total })}
        className="mx-2 my-2"
        rowProps={(item) => ({
          'data-id': item.id,
          'aria-current': item.id === currentId || undefined,
          className: 'pb-0.5',
        })}
      >
        {(item) => (
          <PlaylistItem
            media={item}
            isCurrent={item.id === currentId}
            isPlaying={isPlaying}
            isHeld={false}
            {...(permissions.has('navigate_playback') ? { onPlay: () => library.play(item.id) } : {})}
            {...(item.creator_id === selfId || permissions.has('delete_media')
              ? {
                  onDetails: () => props.onDetails(item),
                  onRemove: () => void library.remove(item, undefined),
                }
              : {})}
          />
        )}
      </VirtualRows>
      {listed.hasMore && <MoreRows label={t('listing.more')} count={media.length} onMore={listed.more} />}
    </div>
  );
}
