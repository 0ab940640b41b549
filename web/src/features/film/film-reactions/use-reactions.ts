import type { FilmReaction } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useBlockedIds } from '../../people/blocks/blocks.port.ts';
import { recentReactions } from './recent-reactions.ts';

/** Calls `onReactions` at each change while the component is mounted, without those of blocked people. [WFR4] */
export function useReactions(room: RoomConnection, onReactions: (told: readonly FilmReaction[]) => void): void {
  const blocked = useBlockedIds();
  const latest = useRef({ blocked, onTold: onReactions });
  latest.current = { blocked, onTold: onReactions };
  useEffect(() => {
    const store = room.resources.store(recentReactions);
    let last = store.get();
    const end = store.subscribe(() => {
      const told = store.get();
      if (!told || told === last) return;
      last = told;
      const wanted = told.filter(({ user_id }) => user_id === undefined || !latest.current.blocked.has(user_id));
      if (wanted.length > 0) latest.current.onTold(wanted);
    });
    const endObserving = room.resources.observe(recentReactions);
    return () => {
      end();
      endObserving();
    };
  }, [room]);
}
