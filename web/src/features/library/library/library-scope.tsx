import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { hasEnded, usePlaybackState } from '../../film/playback/playback.port.ts';
import { FollowDialog } from '../dynamic-playlists/follow-dialog.port.tsx';
import type { FollowedFolder } from '../dynamic-playlists/target.ts';
import type { DetailsDialogProps, DetailsOf } from '../media-details/details-dialog.tsx';
import { useScheduledStart } from '../schedule/scheduled-film.tsx';
import type { AddableMedia } from '../sources/addable-media.ts';
import { SourceBrowser } from '../sources/source-browser.tsx';
import type { SourceFolder } from '../sources/source-folder.ts';
import { addItems } from './add-links.port.ts';
import { type PlaylistPath, usePlaylistPath } from './listing/use-playlist-path.ts';
import { usePaste } from './paste/use-paste.ts';
import { type Library, useLibrary } from './use-library.ts';

const DetailsDialog = lazily(() =>
  import('../media-details/details-dialog.tsx').then((module) => module.DetailsDialog),
);
const PasteBar = lazily(() => import('./paste/paste-bar.tsx').then((module) => module.PasteBar));

/** Shared by the panel and the empty film. */
export interface LibraryScope {
  readonly library: Library;
  readonly playlists: PlaylistPath;
  /** Opens the servers that the person is signed in to. */
  readonly openSources: () => void;
  /** Opens the form with all fields of an item, or of a new one. */
  readonly openDetails: (of: DetailsOf) => void;
}

const LibraryContext = createContext<LibraryScope | undefined>(undefined);

export function useLibraryScope(): LibraryScope {
  const scope = useContext(LibraryContext);
  if (!scope) throw new Error('useLibraryScope outside of LibraryProvider');
  return scope;
}

/** Adds links that are pasted anywhere on the page to the playlist that is open in the panel. */
export function LibraryProvider({ children }: { readonly children: ReactNode }) {
  const { room, self } = useRoom();
  const playlists = usePlaylistPath(room);
  const mayPlay = self.permissions.has('navigate_playback');
  const startsAdded = useStartsAdded(room, mayPlay);
  const playlistId = fillable(playlists.path)?.id;
  const { api } = useSession();
  const [areSourcesOpen, setSourcesOpen] = useState(false);
  const [start, setStart] = useState<SourceFolder>();
  const openSources = useCallback(() => setSourcesOpen(true), []);
  const [openDetails, dialog] = useDetails({ roomId: room.roomId, playlistId, startsAdded });
  const [followed, setFollowed] = useState<FollowedFolder>();
  const [pasted, setPasted] = usePaste({
    roomId: room.roomId,
    isEnabled: self.permissions.has('manage_own_media'),
  });
  const library = useLibrary({ roomId: room.roomId, playlistId, startsAdded, preview: setPasted });
  const closeSources = () => {
    setSourcesOpen(false);
    setStart(undefined);
  };
  const addBatch = (items: readonly AddableMedia[], play: boolean) =>
    addItems(api, { roomId: room.roomId, playlistId, items, play: play || startsAdded });
  return (
    <LibraryContext value={{ library, playlists, openSources, openDetails }}>
      {children}
      <Suspense>
        {pasted.length > 0 && (
          <PasteBar
            key={pasted.join()}
            links={pasted}
            {...{ mayPlay, startsAdded, addBatch }}
            onPlay={library.play}
            onChoose={(folder) => {
              setPasted([]);
              setStart(folder);
              openSources();
            }}
            onFollow={setFollowed}
            onDetails={(link) => {
              setPasted([]);
              openDetails({ link });
            }}
            onClose={() => setPasted([])}
          />
        )}
      </Suspense>
      {dialog}
      <Suspense>
        {areSourcesOpen && (
          <SourceBrowser
            start={start}
            mayPlay={mayPlay && !startsAdded}
            addBatch={addBatch}
            onFollow={setFollowed}
            onClose={closeSources}
          />
        )}
      </Suspense>
      <Suspense>
        {followed && (
          <FollowDialog
            roomId={room.roomId}
            parentId={playlistId}
            followed={followed}
            onMade={() => {
              setFollowed(undefined);
              setPasted([]);
              closeSources();
            }}
            onClose={() => setFollowed(undefined)}
          />
        )}
      </Suspense>
    </LibraryContext>
  );
}

/** True: an added item starts. Before a scheduled start it waits. [WL11] [WSH4] [SY71] */
function useStartsAdded(room: RoomConnection, mayPlay: boolean): boolean {
  const state = usePlaybackState(room);
  const isScheduled = useScheduledStart() !== undefined;
  const isIdle = state !== undefined && (state.media_id === undefined || hasEnded(state));
  return mayPlay && !isScheduled && isIdle;
}

/** The form for an item: a function that opens it, and the form while it is open. [WL19] */
function useDetails(place: Omit<DetailsDialogProps, 'of' | 'onClose'>) {
  const [of, open] = useState<DetailsOf>();
  const dialog = <Suspense>{of && <DetailsDialog {...place} of={of} onClose={() => open(undefined)} />}</Suspense>;
  return [open, dialog] as const;
}

/**
 * The innermost playlist of a path that takes items. A playlist that follows a folder takes none. Undefined: the root
 * one. [WDP5]
 */
function fillable(path: PlaylistPath['path']) {
  return path.findLast(({ target }) => target === undefined);
}
