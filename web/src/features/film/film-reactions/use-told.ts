import type { FilmReaction } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useBlockedIds } from '../../people/blocks/blocks.port.ts';
import { toldReactions } from './told.ts';

/** Observes reactions while the component is mounted. Calls `onTold` at each change, without blocked people. [WFR4] */
export function useTold(room: RoomConnection, onTold: (told: readonly FilmReaction[]) => void): void {
  const blocked = useBlockedIds();
  const latest = useRef({ blocked, onTold });
  latest.current = { blocked, onTold };
  useEffect(() => {
    const store = room.resources.store(toldReactions);
    let last = store.get();
    const end = store.subscribe(() => {
      const told = store.get();
      if (!told || told === last) return;
      last = told;
      const wanted = told.filter(({ user_id }) => user_id === undefined || !latest.current.blocked.has(user_id));
      if (wanted.length > 0) latest.current.onTold(wanted);
    });
    const endObserving = room.resources.observe(toldReactions);
    return () => {
      end();
      endObserving();
    };
  }, [room]);
}
