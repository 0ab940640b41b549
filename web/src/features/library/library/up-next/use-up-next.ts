import type { UpNextItem } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import { useResource } from '../../../../client/room/hooks.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { usePlaybackState } from '../../../film/playback/playback.port.ts';
import { upNext } from '../resources.ts';
import { leftMsOf } from './up-next.ts';

/**
 * The item that plays automatically after the current one. Undefined: there is none, or the server has not sent it
 * yet. [WL14]
 */
export function useUpNext(): UpNextItem | undefined {
  const { room } = useRoom();
  return useResource(room, upNext)?.items[0];
}

/** How often the page counts down, in milliseconds. */
const tickMs = 500;

/** Seconds until the end of the current film, once they are no more than `from`; undefined before. */
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
      // Nothing is drawn until then, so there is no need to look before.
      timer = setTimeout(look, Math.max(tickMs, Math.min(leftMs - from * 1000, 2 ** 31 - 1)));
    };
    look();
    return () => clearTimeout(timer);
  }, [state, room, from]);
  return left;
}
