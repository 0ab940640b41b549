import { type RefObject, useEffect, useState } from 'react';

export interface NewLine {
  /** The message below the line; undefined: there is no line. */
  readonly id: string | undefined;
  /** The first drawn message. */
  readonly firstDrawnId: string | undefined;
  readonly isShown: boolean;
}

/** True while the line of the new messages is above the visible part, until it has been seen. [WC2] */
export function useLineAbove(list: RefObject<HTMLElement | null>, { id, firstDrawnId, isShown }: NewLine): boolean {
  const [seenId, setSeenId] = useState<string>();
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    // Behind another tab, elements have no place.
    if (!isShown) return;
    const row = list.current?.querySelector(`[data-row="${id}"]`);
    if (!row) return setAbove(id !== undefined && firstDrawnId !== undefined && id < firstDrawnId);
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (entry.isIntersecting) setSeenId(id);
        setAbove(entry.boundingClientRect.top < (entry.rootBounds?.top ?? 0));
      },
      { root: list.current },
    );
    observer.observe(row);
    return () => observer.disconnect();
  }, [list, id, firstDrawnId, isShown]);
  return isAbove && seenId !== id;
}
