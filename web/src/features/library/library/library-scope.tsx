import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { hasEnded, usePlaybackState } from '../../film/playback/playback.port.ts';
import { FollowDialog } from '../dynamic-playlists/follow-dialog.port.tsx';
import type { FollowedFolder } from '../dynamic-playlists/target.ts';
import type { Adds } from '../finding/adds.ts';
import type { DetailsDialogProps, DetailsOf } from '../media-details/details-dialog.tsx';
import { useScheduledStart } from '../schedule/scheduled-film.tsx';
import type { AddableMedia } from '../sources/addable-media.ts';
import { SourceBrowser } from '../sources/source-browser.tsx';
import type { SourceFolder } from '../sources/source-folder.ts';
import type { AddBatch } from '../sources/use-adding.ts';
import { maySuggest } from '../suggestions/may-suggest.ts';
import { type Suggesting, useSuggesting } from '../suggestions/use-suggesting.ts';
import { addItems } from './add-links.port.ts';
import { type PlaylistPath, usePlaylistPath } from './listing/use-playlist-path.ts';
import { usePaste } from './paste/use-paste.ts';
import { type Library, useLibrary } from './use-library.ts';

const DetailsDialog = lazily(() =>
  import('../media-details/details-dialog.tsx').then((module) => module.DetailsDialog),
);
const SuggestBar = lazily(() => import('../suggestions/suggest-bar.tsx').then((module) => module.SuggestBar));
const FindDialog = lazily(() => import('../finding/find-dialog.tsx').then((module) => module.FindDialog));
const PasteBar = lazily(() => import('./paste/paste-bar.tsx').then((module) => module.PasteBar));

/** Shared by the panel and the empty film. */
export interface LibraryScope {
  readonly library: Library;
  /** For people who may not add. */
  readonly suggesting: Suggesting;
  readonly playlists: PlaylistPath;
  /** Opens the servers that the person is signed in to. */
  readonly openSources: () => void;
  /** Searches the room, the person's history, and all servers. [WFI1] */
  readonly find: (words: string) => void;
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
  const mayAdd = self.permissions.has('manage_own_media');
  const playlistId = fillable(playlists.path)?.id;
  const { api } = useSession();
  const sources = useSources();
  const [openDetails, dialog] = useDetails({ roomId: room.roomId, playlistId, startsAdded });
  const [pasted, setPasted] = usePaste({ roomId: room.roomId, isEnabled: mayAdd || maySuggest(self) });
  const library = useLibrary({ roomId: room.roomId, playlistId, startsAdded, preview: setPasted });
  const suggesting = useSuggesting(room.roomId, setPasted);
  const addBatch = (items: readonly AddableMedia[], play: boolean, isFirst = true) =>
    addItems(api, { roomId: room.roomId, playlistId, items, play: play || (startsAdded && isFirst) });
  const [find, finding] = useFinding(room.roomId, {
    ...{ mayAdd, mayPlay, startsAdded },
    add: (item, play) => (mayAdd ? addBatch([item], play).then(() => true) : suggesting.suggestItems([item])),
    play: library.play,
    addLinks: (links) => void (mayAdd ? library.add(links) : suggesting.suggest(links)),
    openSources: sources.openAt,
  });
  return (
    <LibraryContext value={{ library, suggesting, playlists, openSources: sources.open, find, openDetails }}>
      {children}
      {!mayAdd && <PastedSuggestions {...{ pasted, suggesting }} onClose={() => setPasted([])} />}
      <Suspense>
        {pasted.length > 0 && mayAdd && (
          <PasteBar
            key={pasted.join()}
            links={pasted}
            {...{ mayPlay, startsAdded, addBatch }}
            onPlay={library.play}
            onChoose={(folder) => {
              setPasted([]);
              sources.openAt(folder);
            }}
            onFollow={sources.follow}
            onDetails={(link) => {
              setPasted([]);
              openDetails({ link });
            }}
            onClose={() => setPasted([])}
          />
        )}
      </Suspense>
      {finding}
      {dialog}
      <SourceWindows
        sources={sources}
        place={{ roomId: room.roomId, parentId: playlistId }}
        mayPlay={mayPlay && !startsAdded}
        addBatch={addBatch}
        onFollowed={() => setPasted([])}
      />
    </LibraryContext>
  );
}

interface PastedSuggestionsProps {
  readonly pasted: readonly string[];
  readonly suggesting: Suggesting;
  readonly onClose: () => void;
}

/** Pasted links of a person who may not add. [WSG1] */
function PastedSuggestions({ pasted, suggesting, onClose }: PastedSuggestionsProps) {
  return (
    <Suspense>
      {pasted.length > 0 && (
        <SuggestBar key={pasted.join()} links={pasted} suggestItems={suggesting.suggestItems} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** The open dialogs for the servers that the person is signed in to. */
interface Sources {
  readonly isOpen: boolean;
  /** The folder that is shown first; undefined: the top of the first account. */
  readonly start: SourceFolder | undefined;
  /** The folder that a new playlist is to follow. */
  readonly followed: FollowedFolder | undefined;
  readonly open: () => void;
  readonly openAt: (start: SourceFolder | undefined) => void;
  readonly close: () => void;
  /** Asks to make a playlist that follows a folder; undefined: asks no more. */
  readonly follow: (folder: FollowedFolder | undefined) => void;
}

function useSources(): Sources {
  const [isOpen, setOpen] = useState(false);
  const [start, setStart] = useState<SourceFolder>();
  const [followed, follow] = useState<FollowedFolder>();
  const open = useCallback(() => setOpen(true), []);
  return {
    isOpen,
    start,
    followed,
    open,
    openAt(folder) {
      setStart(folder);
      open();
    },
    close() {
      setOpen(false);
      setStart(undefined);
    },
    follow,
  };
}

interface SourceWindowsProps {
  readonly sources: Sources;
  /** Where a playlist that follows a folder is made. */
  readonly place: { readonly roomId: string; readonly parentId: string | undefined };
  readonly mayPlay: boolean;
  readonly addBatch: AddBatch;
  /** A playlist that follows a folder was made. */
  readonly onFollowed: () => void;
}

function SourceWindows({ sources, place, mayPlay, addBatch, onFollowed }: SourceWindowsProps) {
  return (
    <>
      <Suspense>
        {sources.isOpen && (
          <SourceBrowser
            start={sources.start}
            mayPlay={mayPlay}
            addBatch={addBatch}
            onFollow={sources.follow}
            onClose={sources.close}
          />
        )}
      </Suspense>
      <Suspense>
        {sources.followed && (
          <FollowDialog
            {...place}
            followed={sources.followed}
            onMade={() => {
              sources.follow(undefined);
              onFollowed();
              sources.close();
            }}
            onClose={() => sources.follow(undefined)}
          />
        )}
      </Suspense>
    </>
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

/** The search for films: a function that opens it, and the dialog while it is open. [WFI1] */
function useFinding(roomId: string, adds: Adds) {
  const [words, find] = useState<string>();
  const close = () => find(undefined);
  const dialog = (
    <Suspense>{words !== undefined && <FindDialog {...{ roomId, adds }} start={words} onClose={close} />}</Suspense>
  );
  return [find, dialog] as const;
}

/**
 * The innermost playlist of a path that takes items. A playlist that follows a folder takes none. Undefined: the root
 * one. [WDP5]
 */
function fillable(path: PlaylistPath['path']) {
  return path.findLast(({ target }) => target === undefined);
}
