/** A second press within this time, in milliseconds, makes both one double press. */
export const doublePressMs = 300;
/** How far two taps at a side of the film jump, in seconds. */
const jumpSeconds = 10;

/** The actions of presses on the film. */
export interface FilmPressActions {
  readonly areControlsShown: boolean;
  readonly togglePlay: () => void;
  /** Undefined for a person without the remote: two taps at a side then switch full screen, as in the middle. */
  readonly seekBy: ((seconds: number) => void) | undefined;
  readonly toggleFullScreen: () => void;
  readonly hideControls: () => void;
}

/** The circumstances in which one press began. */
export interface Press {
  readonly isTouch: boolean;
  readonly wereControlsShown: boolean;
}

/**
 * A click plays or pauses. A tap hides the controls if they were shown. If they were hidden, the touch itself has
 * already shown them. [SY33] [SY34]
 */
export function pressOnce({ isTouch, wereControlsShown }: Press, actions: FilmPressActions): void {
  if (!isTouch) actions.togglePlay();
  else if (wereControlsShown) actions.hideControls();
}

/**
 * A double click switches full screen; a double tap near the left or right edge jumps. `place` runs from 0 at the left
 * edge to 1 at the right. [SY33] [SY34]
 */
export function pressTwice({ isTouch }: Press, place: number, { seekBy, toggleFullScreen }: FilmPressActions): void {
  const direction = place < 1 / 3 ? -1 : place > 2 / 3 ? 1 : 0;
  if (isTouch && seekBy && direction !== 0) seekBy(direction * jumpSeconds);
  else toggleFullScreen();
}
