import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** A second press within this time, in milliseconds, makes both one double press. */
const doublePressMs = 300;
/** What two taps at a side of the film jump by, in seconds. */
const jumpSeconds = 10;

/** What presses on the film do; undefined where the person may not. */
export interface FilmPressActions {
  readonly areControlsShown: boolean;
  readonly togglePlay: (() => void) | undefined;
  readonly seekBy: ((seconds: number) => void) | undefined;
  readonly toggleFullScreen: () => void;
  readonly hideControls: () => void;
}

/** Handlers for the film. With a mouse a press plays or pauses; a finger only brings the controls or sends them away. [SY33] [SY34] */
export function useFilmPress(actions: FilmPressActions) {
  const latest = useRef(actions);
  latest.current = actions;
  const down = useRef({ isTouch: false, wereControlsShown: true });
  const first = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(first.current), []);

  const single = ({ isTouch, wereControlsShown }: typeof down.current) => {
    if (!isTouch) latest.current.togglePlay?.();
    else if (wereControlsShown) latest.current.hideControls();
  };
  const double = (isTouch: boolean, place: number) => {
    const { seekBy, toggleFullScreen } = latest.current;
    const direction = place < 1 / 3 ? -1 : place > 2 / 3 ? 1 : 0;
    if (isTouch && seekBy && direction !== 0) seekBy(direction * jumpSeconds);
    else toggleFullScreen();
  };
  return {
    // On the way down: what is pressed wakes the controls on the way up.
    onPointerDownCapture(event: PointerEvent) {
      down.current = { isTouch: event.pointerType !== 'mouse', wereControlsShown: latest.current.areControlsShown };
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const isSecond = first.current !== undefined;
      clearTimeout(first.current);
      first.current = undefined;
      if (isSecond) {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        return double(down.current.isTouch, (event.clientX - left) / width);
      }
      const pressed = down.current;
      first.current = setTimeout(() => {
        first.current = undefined;
        single(pressed);
      }, doublePressMs);
    },
  };
}
