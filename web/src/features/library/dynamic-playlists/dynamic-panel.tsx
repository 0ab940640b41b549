import type { Playlist } from '@matinee/contract/gen/api.ts';
import { useDeferredValue, useRef, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { DynamicContent } from './dynamic-content.tsx';
import { DynamicHeader } from './dynamic-header.tsx';
import { useEntries } from './use-entries.ts';
import { usePlaylistChanges } from './use-playlist-changes.ts';

export interface DynamicPanelProps {
  /** The playlist as it was when the person opened it. */
  readonly playlist: Playlist;
  /** Another value whenever something about the playlist changes. */
  readonly changes: unknown;
  /** Goes to the playlist that contains it. */
  readonly onBack: () => void;
  readonly onPlay: (target: string) => void;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/** A playlist that follows a folder of a source. [WDP2] [WDP3] */
export function DynamicPanel({ playlist: opened, changes, ...actions }: DynamicPanelProps) {
  const { t } = useTranslation(['dynamic-playlists', 'library']);
  const { room, self } = useRoom();
  const [folder, setFolder] = useState('');
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const listed = useEntries(room.roomId, { playlist_id: opened.id, folder, search }, changes);
  const playlist = listed.playlist ?? opened;
  const change = usePlaylistChanges(room.roomId, playlist);
  const scroller = useRef<HTMLDivElement>(null);
  const state = usePlaybackState(room);
  const { provider = '', account_id = '', is_shared = false } = playlist.target ?? {};
  const isMaker = playlist.creator_id === self.id;
  const open = (next: string) => {
    setText('');
    setFolder(next);
  };
  const mayPlay = self.permissions.has('navigate_playback');
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <DynamicHeader
        {...{ playlist, provider, listed, isMaker, mayPlay, text }}
        isShared={account_id === '' ? undefined : is_shared}
        isSaving={change.isPending}
        onShare={(isShared) => change.mutate({ is_shared: isShared })}
        onSearch={setText}
        onOpen={open}
        {...actions}
      />
      <ScrollRegion ref={scroller} key={`${folder} ${search}`} label={t('entries')}>
        <DynamicContent
          {...{ listed, provider, isMaker, scroller, mayPlay }}
          isBelowTop={folder !== ''}
          isSearching={search !== ''}
          playingHash={state?.target_hash}
          isPlaying={state?.is_playing ?? false}
          onOpen={open}
          onPlay={actions.onPlay}
          onSignedIn={(accountId) => change.mutate({ account_id: accountId }, { onSuccess: listed.refresh })}
        />
      </ScrollRegion>
    </section>
  );
}
