import { type RefObject, useEffect, useState } from 'react';

/** The controls disappear after this long without movement. */
const idleMs = 3_000;

/**
 * `isIdle` tells whether a person has left `area` alone for a while; `rest` makes it idle at once. The area is not idle
 * while one of its popups is open: people read there without moving.
 */
export function useIdle(area: RefObject<HTMLElement | null>): { readonly isIdle: boolean; readonly rest: () => void } {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const leave = () => (element.querySelector('[popover="auto"]:popover-open') ? wake() : setIdle(true));
    let timer = setTimeout(leave, idleMs);
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(leave, idleMs);
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
