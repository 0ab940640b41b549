import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef, useState } from 'react';

/** How long a message stands over the film, in milliseconds: long enough to read it twice. */
const freshMs = 8_000;

/**
 * The ids of the messages of the last few seconds, without the messages that existed when `isReady` became true.
 * [WC7]
 */
export function useFreshIds(messages: readonly ChatMessage[], isReady: boolean): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const seenId = useRef<string>(undefined);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    if (!isReady) return;
    const before = seenId.current;
    seenId.current = messages.at(-1)?.id ?? before ?? '';
    const came = before === undefined ? [] : messages.map(({ id }) => id).filter((id) => id > before);
    if (came.length === 0) return;
    setFresh((ids) => new Set([...ids, ...came]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setFresh((ids) => new Set([...ids].filter((id) => !came.includes(id))));
    }, freshMs);
    timers.current.add(timer);
  }, [messages, isReady]);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);
  return fresh;
}
