import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useRef } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { showToast } from '../../ui/signs/toast.tsx';
import { usePlaybackState } from '../playback/playback.port.ts';
import { useRoom } from '../room/room-scope.port.ts';
import { useScheduledStart } from '../schedule/scheduled-film.port.tsx';
import { usePaste } from './paste/use-paste.ts';
import { type Library, useLibrary } from './use-library.ts';
import { type PlaylistPath, usePlaylistPath } from './use-playlist-path.ts';

const PasteBar = lazy(() => import('./paste/paste-bar.tsx').then((module) => ({ default: module.PasteBar })));

/** What the panel and the empty film share. */
export interface LibraryScope {
  readonly library: Library;
  readonly playlists: PlaylistPath;
}

const LibraryContext = createContext<LibraryScope | undefined>(undefined);

export function useLibraryScope(): LibraryScope {
  const scope = useContext(LibraryContext);
  if (!scope) throw new Error('useLibraryScope outside of LibraryProvider');
  return scope;
}

/** Adds what is pasted anywhere on the page to the playlist that is open in the panel. */
export function LibraryProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('library');
  const { room, self } = useRoom();
  const playlists = usePlaylistPath(room);
  const mayPlay = self.permissions.has('navigate_playback');
  const state = usePlaybackState(room);
  const isScheduled = useScheduledStart() !== undefined;
  /** True: what is added now starts. Before a scheduled start it waits. [WL11] [WSH4] */
  const startsAdded = mayPlay && !isScheduled && state !== undefined && state.media_id === undefined;
  const library = useLibrary(room.roomId, playlists.path.at(-1)?.id, startsAdded);
  const refused = useRef(() => {});
  const [pasted, setPasted] = usePaste(self.permissions.has('manage_own_media'), (refusal) => {
    refused.current = showToast(t(`add.${refusal.why}`, refusal), 'danger');
  });
  // A good link came after the refused one.
  useEffect(() => {
    if (pasted.length > 0) refused.current();
  }, [pasted]);
  return (
    <LibraryContext value={{ library, playlists }}>
      {children}
      <Suspense>
        {pasted.length > 0 && (
          <PasteBar
            links={pasted}
            mayPlay={mayPlay}
            startsAdded={startsAdded}
            isBusy={library.isAdding}
            onAdd={(play) => void library.add(pasted, play).then((isDone) => isDone && setPasted([]))}
            onDismiss={() => setPasted([])}
          />
        )}
      </Suspense>
    </LibraryContext>
  );
}
