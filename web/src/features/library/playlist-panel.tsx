import { ArrowLeft, FolderSearch, ListVideo } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useResource } from '../../client/room/hooks.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { MoreRows } from '../../ui/lists/more-rows.tsx';
import { ScrollRegion } from '../../ui/lists/scroll-region.tsx';
import { EmptyState } from '../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../ui/signs/skeleton.tsx';
import { usePlaybackState } from '../playback/playback.port.ts';
import type { RoomPanelProps } from '../room/room-entry.port.ts';
import { useRoom } from '../room/room-scope.port.ts';
import { useLibraryScope } from './library-scope.tsx';
import type { LoadedPlaylist } from './loaded-playlist.ts';
import { AddField } from './paste/add-field.tsx';
import { PlaylistFolders } from './playlist-folders.tsx';
import type { MoveTarget } from './playlist-item.tsx';
import { PlaylistItems } from './playlist-items.tsx';
import { PlaylistToolbar } from './playlist-toolbar.tsx';
import { readMoreMedia, rootPlaylist } from './resources.ts';

/** The playlist of the room, and those inside it. */
export function PlaylistPanel({ isShown }: RoomPanelProps) {
  const { t } = useTranslation('library');
  const { room, self, settings } = useRoom();
  const { permissions } = self;
  const {
    library,
    playlists: { items, source, path, open, back },
  } = useLibraryScope();
  const root = useResource(room, rootPlaylist);
  const state = usePlaybackState(room);
  const currentId = state?.media_id;
  const mayAdd = permissions.has('manage_own_media');
  const media = items?.media ?? [];
  const playlists = items?.playlists ?? [];
  const region = useNewInView(items);
  const isEmpty = media.length === 0 && playlists.length === 0;
  const shown = path.at(-1);
  if (!permissions.has('browse_library')) return <p className="p-6 text-center text-muted">{t('hidden')}</p>;
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 gap-1 border-b border-border px-3 py-3">
        {shown && (
          <div className="flex min-w-0 items-center gap-1">
            <IconButton
              label={t('folders.back')}
              tooltip="start"
              icon={<ArrowLeft size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
              onClick={back}
            />
            <h2 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
              {shown.name}
            </h2>
          </div>
        )}
        {mayAdd && <AddRow />}
        {items && (shown || !isEmpty) && (
          <PlaylistToolbar
            {...{ library, permissions, currentId }}
            roomId={room.roomId}
            autoPlay={settings?.auto_play ?? 'sequential'}
            total={items.total}
          />
        )}
      </div>
      <ScrollRegion ref={region} key={shown?.id} label={t('items')}>
        {!items && <LoadingItems label={t('loading')} />}
        {items && isEmpty && (
          <EmptyState
            icon={<ListVideo aria-hidden="true" />}
            title={t('empty')}
            text={t(mayAdd ? 'emptyText' : 'emptyReadOnly')}
          />
        )}
        {playlists.length > 0 && (
          <PlaylistFolders {...{ playlists, library, permissions }} selfId={self.id} onOpen={open} />
        )}
        {items && media.length > 0 && (
          <PlaylistItems
            {...{ media, currentId, library, permissions, isShown }}
            isPlaying={state?.is_playing ?? false}
            selfId={self.id}
            total={items.total}
            targets={targetsOf(playlists, shown && root && { id: root.playlistId, name: t('title') })}
          />
        )}
        {items && items.total > media.length && (
          <MoreRows
            label={t('more', { count: items.total - media.length })}
            count={media.length}
            onMore={() => readMoreMedia(room, source)}
          />
        )}
      </ScrollRegion>
    </section>
  );
}

/** The ways to add something. */
function AddRow() {
  const { t } = useTranslation('library');
  const { library, openSources } = useLibraryScope();
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <AddField isBusy={library.isAdding} onAdd={(links) => library.add(links, false)} />
      </div>
      <IconButton
        label={t('sources')}
        tooltip="end"
        icon={<FolderSearch size={20} aria-hidden="true" />}
        onClick={openSources}
      />
    </div>
  );
}

/** Scrolls to a playlist that has just been made in the shown one: the list may be far down among its videos. [WL8] */
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

/** The playlists that an item can be moved to: those inside the shown one, and the root one unless it is the shown one. */
function targetsOf(playlists: readonly MoveTarget[], root: MoveTarget | undefined): readonly MoveTarget[] {
  return root ? [root, ...playlists] : playlists;
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
