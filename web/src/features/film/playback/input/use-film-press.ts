import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { doublePressMs, type FilmPressActions, type Press, pressOnce, pressTwice } from './film-press.ts';

/** Handlers that tell apart clicks, taps, double clicks and double taps. [SY33] [SY34] */
export function useFilmPress(actions: FilmPressActions) {
  const latest = useRef(actions);
  latest.current = actions;
  const down = useRef<Press>({ isTouch: false, wereControlsShown: true });
  const first = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(first.current), []);

  return {
    // Read before the press bubbles up, because that shows the controls.
    onPointerDownCapture(event: PointerEvent) {
      down.current = { isTouch: event.pointerType !== 'mouse', wereControlsShown: latest.current.areControlsShown };
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const isSecond = first.current !== undefined;
      clearTimeout(first.current);
      first.current = undefined;
      if (isSecond) {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        return pressTwice(down.current, (event.clientX - left) / width, latest.current);
      }
      const pressed = down.current;
      first.current = setTimeout(() => {
        first.current = undefined;
        pressOnce(pressed, latest.current);
      }, doublePressMs);
    },
  };
}
