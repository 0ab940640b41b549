import type { RefObject } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { useLibraryScope } from './library-scope.tsx';
import type { LoadedPlaylist } from './loaded-playlist.ts';
import { PlaylistFolders } from './playlist-folders.tsx';
import type { MoveTarget } from './playlist-item.tsx';
import { PlaylistItems } from './playlist-items.tsx';
import { readMoreMedia, rootPlaylist } from './resources.ts';

export interface PlaylistContentProps {
  readonly items: LoadedPlaylist;
  /** True while the list can be seen. */
  readonly isShown: boolean;
  /** The element that scrolls the list. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The playlists inside the shown one, and the loaded videos of the shown one. */
export function PlaylistContent({ items, isShown, scroller }: PlaylistContentProps) {
  const { t } = useTranslation('library');
  const { room, self, server } = useRoom();
  const { permissions } = self;
  const { library, playlists: at, openDetails } = useLibraryScope();
  const root = useResource(room, rootPlaylist);
  const state = usePlaybackState(room);
  const { media, playlists, total } = items;
  const isBelowRoot = at.path.length > 0;
  return (
    <>
      {playlists.length > 0 && (
        <PlaylistFolders {...{ playlists, library, permissions }} selfId={self.id} onOpen={at.open} />
      )}
      {media.length > 0 && (
        <PlaylistItems
          {...{ media, total, library, permissions, isShown, scroller }}
          currentId={state?.media_id}
          isPlaying={state?.is_playing ?? false}
          selfId={self.id}
          areDetailsRead={server?.film_catalogue_enabled}
          onDetails={(item) => openDetails({ media: item })}
          targets={targetsOf(playlists, isBelowRoot && root ? { id: root.playlistId, name: t('title') } : undefined)}
        />
      )}
      {total > media.length && (
        <MoreRows
          label={t('more', { count: total - media.length })}
          count={media.length}
          onMore={() => readMoreMedia(room, at.source)}
        />
      )}
    </>
  );
}

/** The playlists that an item can be moved to: the ones inside the shown one, and the root one unless it is shown. */
function targetsOf(playlists: readonly MoveTarget[], root: MoveTarget | undefined): readonly MoveTarget[] {
  return root ? [root, ...playlists] : playlists;
}
