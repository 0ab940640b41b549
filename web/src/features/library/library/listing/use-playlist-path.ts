import type { Playlist } from '@matinee/contract/gen/api.ts';
import { useEffect, useMemo, useState } from 'react';
import { useResource, useStore } from '../../../../client/room/hooks.ts';
import type { Resource } from '../../../../client/room/resource.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { LoadedPlaylist } from '../loaded-playlist.ts';
import { playlistOf, rootPlaylist } from '../resources.ts';

/** The playlist that the person looks at, and the path to it. */
export interface PlaylistPath {
  /** The shown playlist; undefined while it is loading. */
  readonly items: LoadedPlaylist | undefined;
  readonly source: Resource<LoadedPlaylist>;
  /** The playlists from the one below the root to the shown one. */
  readonly path: readonly Playlist[];
  readonly open: (playlist: Playlist) => void;
  /** Goes to the playlist that contains the shown one. */
  readonly back: () => void;
}

/** Walks through the playlists of a room. If one of them is deleted, it goes back to the root. [WL6] */
export function usePlaylistPath(room: RoomConnection): PlaylistPath {
  const [path, setPath] = useState<readonly Playlist[]>([]);
  const top = path[0];
  const shownId = path.at(-1)?.id;
  const source = useMemo(() => (shownId === undefined ? rootPlaylist : playlistOf(shownId)), [shownId]);
  useEffect(() => (source === rootPlaylist ? undefined : room.resources.observe(source)), [room, source]);
  const root = useResource(room, rootPlaylist);
  const items = useResource(room, source);
  const isRefused = useStore(room.resources.refusal(source)) !== undefined;
  const isGone = top !== undefined && (isRefused || root?.playlists.some(({ id }) => id === top.id) === false);
  useEffect(() => {
    if (isGone) setPath([]);
  }, [isGone]);
  return {
    items,
    source,
    path,
    open: (playlist) => setPath([...path, playlist]),
    back: () => setPath(path.slice(0, -1)),
  };
}
