import { useEffect, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { usePlaybackState } from './playback.port.ts';
import { expectedPosition, isMeantToMove } from './sync/room-motion.ts';

/** How often the shown position is computed again, in milliseconds. */
const everyMs = 500;

/** The room's position in the film, in seconds, computed without a player. */
export function useRoomPosition(room: RoomConnection): number {
  const state = usePlaybackState(room);
  const [, draw] = useState(0);
  const isMoving = state !== undefined && isMeantToMove(state);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => draw((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isMoving]);
  return state === undefined ? 0 : expectedPosition(state, room.clock.now());
}
