import type { Playlist } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import { useOpenPlaylist, usePlaylistItems, useStore } from '../../client/room/hooks.ts';
import type { PlaylistItems } from '../../client/room/merge-playlist.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import type { PlaylistName } from '../../client/room/room-cache.ts';

/** Where in the playlists of a room somebody looks. */
export interface PlaylistPath {
  /** What is shown; undefined while it is loading. */
  readonly items: PlaylistItems | undefined;
  /** Which list of the room's cache that is. */
  readonly source: PlaylistName;
  /** The playlists from the one below the root to the shown one. */
  readonly path: readonly Playlist[];
  readonly open: (playlist: Playlist) => void;
  /** To the playlist that holds the shown one. */
  readonly back: () => void;
}

/** Walks through the playlists of a room. From one that is deleted it goes back to the root. [WL6] */
export function usePlaylistPath(room: RoomConnection): PlaylistPath {
  const root = usePlaylistItems(room);
  const inner = useOpenPlaylist(room);
  const refusals = useStore(room.cache.refusals);
  const [path, setPath] = useState<readonly Playlist[]>([]);
  const go = (next: readonly Playlist[]) => {
    setPath(next);
    room.openPlaylist(next.at(-1)?.id);
  };
  const top = path[0];
  const isGone =
    top !== undefined &&
    (refusals.openPlaylist !== undefined || root?.playlists.some(({ id }) => id === top.id) === false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the loss counts
  useEffect(() => {
    if (isGone) go([]);
  }, [isGone]);
  const isInner = top !== undefined;
  return {
    items: isInner ? inner : root,
    source: isInner ? 'openPlaylist' : 'playlistItems',
    path,
    open: (playlist) => go([...path, playlist]),
    back: () => go(path.slice(0, -1)),
  };
}
