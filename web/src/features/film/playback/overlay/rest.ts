import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { usePlaybackState } from '../playback.port.ts';

/** The time between the end of an item and the next start, in server milliseconds since 1970. */
export interface Rest {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** When the room rests at the end of the current item. Undefined: it stands still, or its length is unknown. Pure. [SY86] */
export function restOf(state: PlaybackState, restSeconds: number): Rest | undefined {
  const { is_playing, waiting, duration_seconds, position_seconds, speed, start_at_ms } = state;
  if (!is_playing || waiting !== undefined || duration_seconds === undefined || restSeconds <= 0) return undefined;
  const fromMs = start_at_ms + (Math.max(0, duration_seconds - position_seconds) / speed) * 1000;
  return { fromMs, untilMs: fromMs + restSeconds * 1000 };
}

/** Longest time between two looks at the clock, in milliseconds: the page may have slept. */
const lookMs = 60_000;

/** Seconds until the next item starts, while the room rests before it; undefined at other times. */
export function useRestLeft(room: RoomConnection, restSeconds: number): number | undefined {
  const state = usePlaybackState(room);
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    const rest = state && restOf(state, restSeconds);
    if (!rest) return setLeft(undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const nowMs = room.clock.now();
      const leftMs = rest.untilMs - nowMs;
      const isResting = nowMs >= rest.fromMs;
      setLeft(isResting ? Math.max(0, Math.ceil(leftMs / 1000)) : undefined);
      if (leftMs <= 0) return;
      timer = setTimeout(look, isResting ? leftMs % 1000 || 1000 : Math.min(rest.fromMs - nowMs, lookMs));
    };
    look();
    return () => clearTimeout(timer);
  }, [room, state, restSeconds]);
  return left;
}
