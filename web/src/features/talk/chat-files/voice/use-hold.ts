import { useEffect, useRef } from 'react';

/** Who presses for less long has only switched it on, in milliseconds. */
const holdMs = 500;
/** Whoever moves the finger so far away, in pixels, wants nothing of it. */
const awayPx = 100;

export interface Hold {
  /** Whether the press goes on that began it. Asked once: it may have ended while the code was on its way. */
  readonly isHeld: () => boolean;
  /** True: something is being recorded. */
  readonly isOn: boolean;
  readonly onLetGo: () => void;
  readonly onSlideAway: () => void;
}

/** What letting go of a press does that was held, or that moved away. A microphone that has yet to be allowed makes it a short one. [WCF8] */
export function useHold(hold: Hold): void {
  const latest = useRef(hold);
  latest.current = hold;
  useEffect(() => {
    if (!latest.current.isHeld()) return;
    const began = performance.now();
    let from: { readonly x: number; readonly y: number } | undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
      from ??= { x, y };
      if (Math.hypot(x - from.x, y - from.y) < awayPx) return;
      listening.abort();
      latest.current.onSlideAway();
    };
    const onUp = () => {
      listening.abort();
      if (performance.now() - began >= holdMs && latest.current.isOn) latest.current.onLetGo();
    };
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointerup', onUp, { signal });
    addEventListener('pointercancel', () => listening.abort(), { signal });
    return () => listening.abort();
  }, []);
}
