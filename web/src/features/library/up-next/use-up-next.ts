import { useEffect, useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { usePlaybackState } from '../../playback/playback.port.ts';
import { useRoom } from '../../room/room-scope.port.ts';
import { useLibraryScope } from '../library-scope.tsx';
import { rootPlaylist } from '../resources.ts';
import { leftMsOf, type UpNext, upNextOf } from './up-next.ts';

/** What plays after what plays now, as far as this page knows the list. [WL14] */
export function useUpNext(): UpNext | undefined {
  const { room, settings } = useRoom();
  const state = usePlaybackState(room);
  const root = useResource(room, rootPlaylist);
  const { items: shown } = useLibraryScope().playlists;
  const currentId = state?.media_id;
  const list = [root, shown].find((one) => currentId !== undefined && one?.known.has(currentId));
  if (!list || currentId === undefined) return undefined;
  return upNextOf(list.media, list.media.length >= list.total, currentId, settings?.auto_play ?? 'sequential');
}

/** How often the page counts down, in milliseconds. */
const tickMs = 500;

/** Seconds until the end of what plays, once they are no more than `from`; undefined before. */
export function useSecondsLeft(from: number): number | undefined {
  const { room } = useRoom();
  const state = usePlaybackState(room);
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (!state) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const leftMs = leftMsOf(state, room.clock.now());
      setLeft(leftMs === undefined || leftMs > from * 1000 ? undefined : Math.max(0, Math.ceil(leftMs / 1000)));
      if (leftMs === undefined || leftMs <= 0) return;
      // Nothing is drawn until then, so nobody needs to look before.
      timer = setTimeout(look, Math.max(tickMs, Math.min(leftMs - from * 1000, 2 ** 31 - 1)));
    };
    look();
    return () => clearTimeout(timer);
  }, [state, room, from]);
  return left;
}
