import type { Playlist } from '@matinee/contract/gen/api.ts';
import { ArrowLeft, FolderSearch, ListVideo, SlidersHorizontal } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { RoomPanelProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { DynamicPanel } from '../dynamic-playlists/dynamic-panel.port.tsx';
import { maySuggest } from '../suggestions/may-suggest.ts';
import { SuggestionsList } from '../suggestions/suggestions-list.tsx';
import { useLibraryScope } from './library-scope.tsx';
import { ListedItems } from './listing/listed-items.tsx';
import { ListingBar } from './listing/listing-bar.tsx';
import { isSpecial, type Listing, plainListing } from './listing/use-listing.ts';
import type { LoadedPlaylist } from './loaded-playlist.ts';
import { AddField } from './paste/add-field.tsx';
import { PlaylistContent } from './playlist-content.tsx';
import { PlaylistToolbar } from './playlist-toolbar.tsx';
import { SeriesLine } from './up-next/series-line.tsx';
import { UpNextLine } from './up-next/up-next-line.tsx';

/** The playlist of the room, and the playlists inside it. */
export function PlaylistPanel({ isShown }: RoomPanelProps) {
  // With the texts of rows: React hides a list whose rows still wait for theirs, and then it does not scroll.
  const { t } = useTranslation(['library', 'ratings', 'suggestions', 'queue-votes']);
  const { room, self } = useRoom();
  const { permissions } = self;
  const {
    library,
    openDetails,
    playlists: { items, path },
  } = useLibraryScope();
  const state = usePlaybackState(room);
  const currentId = state?.media_id;
  const mayAdd = permissions.has('manage_own_media');
  const region = useNewInView(items);
  const [listing, setListing] = useListingOf(items?.playlistId);
  const isEmpty = items?.media.length === 0 && items.playlists.length === 0;
  const shown = path.at(-1);
  if (!permissions.has('browse_library')) return <p className="p-6 text-center text-muted">{t('hidden')}</p>;
  if (shown?.target) return <FollowedFolder playlist={shown} currentId={currentId} />;
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <PanelHead {...{ shown, isEmpty, currentId, listing }} onListing={setListing} />
      <SuggestionsList isShown={isShown} onTake={library.take} onDraw={library.draw} />
      <ScrollRegion ref={region} key={shown?.id} label={t('items')}>
        {!items && <LoadingItems label={t('loading')} />}
        {items && isEmpty && (
          <EmptyState
            icon={<ListVideo aria-hidden="true" />}
            title={t('empty')}
            text={t(mayAdd ? 'emptyText' : 'emptyReadOnly')}
          />
        )}
        {items && listing && isSpecial(listing) ? (
          <ListedItems
            {...{ items, listing, currentId, library, permissions }}
            roomId={room.roomId}
            isPlaying={state?.is_playing ?? false}
            scroller={region}
            selfId={self.id}
            onDetails={(media) => openDetails({ media })}
          />
        ) : (
          items && <PlaylistContent items={items} isShown={isShown} scroller={region} />
        )}
      </ScrollRegion>
    </section>
  );
}

interface FollowedFolderProps {
  readonly playlist: Playlist;
  readonly currentId: string | undefined;
}

/** A playlist that follows a folder. */
function FollowedFolder({ playlist, currentId }: FollowedFolderProps) {
  const { t } = useTranslation('library');
  const {
    library,
    playlists: { items, back },
  } = useLibraryScope();
  return (
    <Suspense fallback={<LoadingItems label={t('loading')} />}>
      <DynamicPanel
        key={playlist.id}
        playlist={playlist}
        changes={items}
        onBack={back}
        onPlay={library.playTarget}
        onNext={() => library.next(currentId)}
        onPrevious={() => library.previous(currentId)}
      />
    </Suspense>
  );
}

interface PanelHeadProps {
  /** The shown playlist; undefined: the room's own one. */
  readonly shown: Playlist | undefined;
  readonly isEmpty: boolean;
  readonly currentId: string | undefined;
  readonly listing: Listing | undefined;
  readonly onListing: (listing: Listing | undefined) => void;
}

/** The controls that stay in view above the items. */
function PanelHead({ shown, isEmpty, currentId, listing, onListing }: PanelHeadProps) {
  const { room, self, settings } = useRoom();
  const { permissions } = self;
  const {
    library,
    playlists: { items, back },
  } = useLibraryScope();
  return (
    <div className="grid shrink-0 gap-1 border-b border-border px-3 py-3">
      {shown && <ShownName name={shown.name} onBack={back} />}
      {permissions.has('manage_own_media') && <AddRow />}
      {maySuggest(self) && <SuggestField />}
      {items && (shown || !isEmpty) && (
        <PlaylistToolbar
          {...{ library, permissions, currentId }}
          roomId={room.roomId}
          autoPlay={settings?.auto_play ?? 'sequential'}
          delaySeconds={settings?.auto_play_delay_seconds ?? 0}
          total={items.total}
          isSearching={listing !== undefined}
          onSearch={() => onListing(listing ? undefined : plainListing)}
        />
      )}
      {listing ? <ListingBar listing={listing} onChange={onListing} /> : <UpNextLine />}
      {!listing && (
        <Suspense>
          <SeriesLine />
        </Suspense>
      )}
    </div>
  );
}

/** The search in a playlist. It is reset for another playlist. */
function useListingOf(playlistId: string | undefined) {
  const [held, setHeld] = useState<{ readonly playlistId: string | undefined; readonly listing: Listing }>();
  const listing = held?.playlistId === playlistId ? held?.listing : undefined;
  return [listing, (next: Listing | undefined) => setHeld(next && { playlistId, listing: next })] as const;
}

/** Name of the shown playlist, and the way back. */
function ShownName({ name, onBack }: { readonly name: string; readonly onBack: () => void }) {
  const { t } = useTranslation('library');
  return (
    <div className="flex min-w-0 items-center gap-1">
      <IconButton
        label={t('folders.back')}
        tooltip="start"
        icon={<ArrowLeft size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={onBack}
      />
      <h2 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
        {name}
      </h2>
    </div>
  );
}

/** The ways to add something. */
function AddRow() {
  const { t } = useTranslation('library');
  const { library, openSources, openDetails, find } = useLibraryScope();
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <AddField isBusy={library.isAdding} onAdd={library.add} onFind={find} />
      </div>
      <IconButton
        label={t('details.addMore')}
        tooltip="end"
        icon={<SlidersHorizontal size={20} aria-hidden="true" />}
        onClick={() => openDetails({ link: '' })}
      />
      <IconButton
        label={t('sources')}
        tooltip="end"
        icon={<FolderSearch size={20} aria-hidden="true" />}
        onClick={openSources}
      />
    </div>
  );
}

/** Suggests where others add. [WSG1] */
function SuggestField() {
  const { t } = useTranslation('suggestions');
  const { suggesting, find } = useLibraryScope();
  return <AddField isBusy={suggesting.isBusy} action={t('action')} onAdd={suggesting.suggest} onFind={find} />;
}

/** Scrolls to a playlist that the person has just made in the shown one: the list may be scrolled far down. [WL8] */
function useNewInView(items: LoadedPlaylist | undefined) {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef(items);
  useEffect(() => {
    const held = before.current;
    before.current = items;
    if (!items || held?.playlistId !== items.playlistId) return;
    const added = items.playlists.find(({ id }) => !held.playlists.some((known) => known.id === id));
    if (added) region.current?.querySelector(`[data-playlist="${added.id}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [items]);
  return region;
}

function LoadingItems({ label }: { readonly label: string }) {
  return (
    <div role="status" className="grid gap-3 p-4">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}
