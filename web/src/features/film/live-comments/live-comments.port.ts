import type { DanmakuComment, LiveComment, LiveComments } from '@matinee/contract/gen/api.ts';
import { useEffect, useMemo } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { defineResource } from '../../../client/room/resource.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import type { ArrivingComments } from '../../../room/room-offers.ts';
import { usePlayback } from '../playback/playback.port.ts';

/** Most comments that a page holds. */
const mostHeld = 200;

/** What a page holds of the comments of a live stream. */
export interface HeldComments {
  readonly state: LiveComments['state'];
  /** The newest last. */
  readonly comments: readonly LiveComment[];
  /** How many have come since the page observes them; the last of `comments` are the last of these. */
  readonly arrived: number;
}

/** What people write at the site of what plays. Observed while something on the page shows it. [WLC1] */
const liveComments = defineResource({
  observe: 'liveComments',
  changed: 'liveComments',
  resume: 'snapshot',
  merge: addComments,
});

/** A state has what came before, so nothing of it has just arrived. A change may repeat what the state before it has. Pure. [WLC1] [WLC2] */
export function addComments(held: HeldComments | undefined, told: LiveComments, isState: boolean): HeldComments {
  const arrived = held?.arrived ?? 0;
  if (isState) return { state: told.state, comments: told.comments, arrived };
  const before = told.cleared ? [] : (held?.comments ?? []);
  const known = new Set(before.map(({ id }) => id));
  const fresh = told.comments.filter(({ id }) => !known.has(id));
  const gone = new Set(told.deleted_ids);
  const comments = [...before, ...fresh].filter(({ id }) => !gone.has(id)).slice(-mostHeld);
  return { state: told.state, comments, arrived: arrived + fresh.length };
}

/** Whether what plays has comments of its site that can be shown. */
export function useHasLiveComments(room: RoomConnection): boolean {
  return usePlayback(room)?.has_live_comments ?? false;
}

/** What shows the comments of a room now, and what ends observing them. */
const watched = new WeakMap<RoomConnection, { count: number; readonly end: () => void }>();

/** Observes the comments while a component is drawn. Several share one observation. */
export function useLiveComments(room: RoomConnection): HeldComments | undefined {
  useEffect(() => {
    const watching = watched.get(room) ?? { count: 0, end: room.resources.observe(liveComments) };
    watched.set(room, watching);
    watching.count += 1;
    return () => {
      watching.count -= 1;
      if (watching.count > 0) return;
      watched.delete(room);
      watching.end();
    };
  }, [room]);
  return useResource(room, liveComments);
}

/** The comments as they come, for the picture. [WLC3] */
export function useArrivingComments(room: RoomConnection): ArrivingComments {
  return useMemo((): ArrivingComments => {
    const store = room.resources.store(liveComments);
    return {
      subscribe(onComment) {
        let seen = store.get()?.arrived ?? 0;
        return store.subscribe(() => {
          const held = store.get();
          if (!held) return;
          const fresh = Math.min(held.arrived - seen, held.comments.length);
          seen = held.arrived;
          if (fresh > 0) for (const comment of held.comments.slice(-fresh)) onComment(toDanmaku(comment));
        });
      },
    };
  }, [room]);
}

function toDanmaku({ text, mode, color, size }: LiveComment): DanmakuComment {
  return { position_seconds: 0, text, mode, color, size };
}
