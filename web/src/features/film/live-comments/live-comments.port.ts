import type { DanmakuComment, LiveComment, LiveComments } from '@matinee/contract/gen/api.ts';
import { useEffect, useMemo } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { defineResource } from '../../../client/room/resource.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import type { ArrivingComments } from '../../../room/room-offers.ts';
import { usePlayback } from '../playback/playback.port.ts';

/** Most comments that a page holds. */
const mostHeld = 200;

/** The comments of a live stream that a page holds. */
export interface CommentList {
  readonly state: LiveComments['state'];
  /** The newest last. */
  readonly comments: readonly LiveComment[];
  /** How many have arrived since the page observes them. The newest of them are at the end of `comments`. */
  readonly arrived: number;
}

/** Comments that people write at the stream's own site. Observed while something on the page shows them. [WLC1] */
const liveComments = defineResource({
  observe: 'liveComments',
  changed: 'liveComments',
  resume: 'snapshot',
  merge: addComments,
});

/**
 * Adds comments to those held. A state has older comments, so none of them counts as arrived. A change may repeat
 * comments of the state before it. Pure. [WLC1] [WLC2]
 */
export function addComments(held: CommentList | undefined, told: LiveComments, isState: boolean): CommentList {
  const arrived = held?.arrived ?? 0;
  if (isState) return { state: told.state, comments: told.comments, arrived };
  const before = told.cleared ? [] : (held?.comments ?? []);
  const known = new Set(before.map(({ id }) => id));
  const fresh = told.comments.filter(({ id }) => !known.has(id));
  const gone = new Set(told.deleted_ids);
  const comments = [...before, ...fresh].filter(({ id }) => !gone.has(id)).slice(-mostHeld);
  return { state: told.state, comments, arrived: arrived + fresh.length };
}

/** Whether the playing item has comments of its own site that can be shown. */
export function useHasLiveComments(room: RoomConnection): boolean {
  return usePlayback(room)?.has_live_comments ?? false;
}

/** How many components show the comments of a room now, and how to end observing them. */
const watched = new WeakMap<RoomConnection, { count: number; readonly end: () => void }>();

/** Observes the comments while a component is mounted. Several components share one observation. */
export function useLiveComments(room: RoomConnection): CommentList | undefined {
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

/** The comments as they arrive, for the picture. [WLC3] */
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
