import { useEffect, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';

/** Whole seconds of server time until a date; counts down to 0. Undefined: it is now. */
export function useSecondsUntil(at: string | undefined): number {
  const { room } = useRoom();
  const atMs = at === undefined ? 0 : Date.parse(at);
  const read = () => Math.max(0, Math.ceil((atMs - room.clock.now()) / 1_000));
  const [seconds, setSeconds] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is made of these
  useEffect(() => {
    setSeconds(read());
    const timer = setInterval(() => setSeconds(read()), 500);
    return () => clearInterval(timer);
  }, [room, atMs]);
  return seconds;
}
