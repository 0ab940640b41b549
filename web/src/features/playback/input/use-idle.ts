import { type RefObject, useEffect, useState } from 'react';

/** Without a move for this long, the controls go and leave the film alone. */
const idleMs = 3_000;

/** `isIdle`: nobody has moved, touched or pressed anything in `area` for a while; `rest` says so at once. */
export function useIdle(area: RefObject<HTMLElement | null>): { readonly isIdle: boolean; readonly rest: () => void } {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let timer = setTimeout(() => setIdle(true), idleMs);
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), idleMs);
    };
    const events = ['pointermove', 'pointerdown', 'focusin', 'keydown'];
    for (const event of events) element.addEventListener(event, wake);
    return () => {
      clearTimeout(timer);
      for (const event of events) element.removeEventListener(event, wake);
    };
  }, [area]);
  return { isIdle, rest: () => setIdle(true) };
}
