import { useEffect, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';

/** Whole seconds of server time since a date; counts up. */
export function useSecondsSince(since: string): number {
  const { room } = useRoom();
  const sinceMs = Date.parse(since);
  const read = () => Math.max(0, Math.floor((room.clock.now() - sinceMs) / 1_000));
  const [seconds, setSeconds] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is made of these
  useEffect(() => {
    setSeconds(read());
    const timer = setInterval(() => setSeconds(read()), 500);
    return () => clearInterval(timer);
  }, [room, sinceMs]);
  return seconds;
}
