import { useSyncExternalStore } from 'react';
import { useRoom } from './room-scope.ts';

/** How often the clock is looked at, in milliseconds: a shown second changes about when it should. */
const lookMs = 250;

function everyMoment(look: () => void): () => void {
  const timer = setInterval(look, lookMs);
  return () => clearInterval(timer);
}

/** Whole seconds until a moment of the room's clock, in milliseconds since 1970. It counts down to 0. */
export function useSecondsUntil(atMs: number): number {
  const { clock } = useRoom().room;
  return useSyncExternalStore(everyMoment, () => Math.max(0, Math.ceil((atMs - clock.now()) / 1_000)));
}

/** Whole seconds since a moment of the room's clock, in milliseconds since 1970. It counts up. */
export function useSecondsSince(atMs: number): number {
  const { clock } = useRoom().room;
  return useSyncExternalStore(everyMoment, () => Math.max(0, Math.floor((clock.now() - atMs) / 1_000)));
}
