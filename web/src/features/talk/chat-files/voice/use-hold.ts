import { useEffect, useRef } from 'react';

/** A shorter press, in milliseconds, only begins the recording. */
const holdMs = 500;
/** Moving the finger this far, in pixels, cancels the recording. */
const awayPx = 100;

export interface Hold {
  /** Whether the press that began the recording still lasts. Asked once: it may have ended while the code loaded. */
  readonly isHeld: () => boolean;
  /** True: something is being recorded. */
  readonly isOn: boolean;
  readonly onLetGo: () => void;
  readonly onSlideAway: () => void;
}

/**
 * Handles the press that began a recording: letting go of a long one, and moving away. If the microphone has yet to be
 * allowed, the press counts as a short one. [WCF8]
 */
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
