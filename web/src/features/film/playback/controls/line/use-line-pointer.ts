import { type PointerEvent, useRef, useState } from 'react';
import { secondsAt } from './scrub.ts';

interface LinePointerParts {
  /** 0 while unknown. */
  readonly duration: number;
  /** True for a person who may not seek: `onSeek` then says why. */
  readonly isLocked: boolean;
  readonly onSeek: (positionSeconds: number) => void;
}

/** Where the pointer is on the line, and where it drags to, in seconds. A drag seeks only when it ends. */
export function useLinePointer({ duration, isLocked, onSeek }: LinePointerParts) {
  const track = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number>();
  const [dragged, setDragged] = useState<number>();
  const pointed = (event: PointerEvent) => {
    const box = track.current!.getBoundingClientRect();
    return secondsAt(event.clientX - box.left, box.width, duration);
  };
  const handlers = {
    onPointerMove(event: PointerEvent) {
      const at = pointed(event);
      setHovered(at);
      if (dragged !== undefined) setDragged(at);
    },
    onPointerLeave: () => setHovered(undefined),
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || duration === 0) return;
      if (isLocked) return onSeek(pointed(event));
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(pointed(event));
    },
    onPointerUp(event: PointerEvent) {
      // The last move may not be drawn yet.
      if (dragged !== undefined) onSeek(pointed(event));
      setDragged(undefined);
    },
    onPointerCancel: () => setDragged(undefined),
  };
  return { track, hovered, dragged, handlers };
}
