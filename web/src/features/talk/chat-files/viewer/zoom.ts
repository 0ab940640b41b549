/**
 * Position and scale of a picture in its stage. Lengths are pixels from the middle of the stage. Knows no browser.
 * [WCF10]
 */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const wholePicture: ZoomView = { scale: 1, x: 0, y: 0 };
const largest = 8;
/** The scale after a double click or a double tap. */
export const closer = 2.5;

/** Enlarges the picture. The part at `point` keeps its place. */
export function zoomTo(view: ZoomView, scale: number, point: Point): ZoomView {
  const next = Math.min(largest, Math.max(1, scale));
  const grown = next / view.scale;
  return { scale: next, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown };
}

/** Keeps the edges of a picture that is larger than the stage outside of it, and a smaller picture in the middle. */
export function keepInside({ scale, x, y }: ZoomView, picture: Size, stage: Size): ZoomView {
  const clamp = (place: number, length: number, room: number) => {
    const most = Math.max(0, (length * scale - room) / 2);
    return Math.min(most, Math.max(-most, place));
  };
  return { scale, x: clamp(x, picture.width, stage.width), y: clamp(y, picture.height, stage.height) };
}

/** The swipe of a finger over a picture that is not enlarged. A short or slanting swipe does nothing. */
export function swipeOf({ x, y }: Point): 'next' | 'previous' | 'close' | undefined {
  if (Math.abs(x) > 60 && Math.abs(x) > 1.5 * Math.abs(y)) return x < 0 ? 'next' : 'previous';
  return Math.abs(y) > 100 && Math.abs(y) > 1.5 * Math.abs(x) ? 'close' : undefined;
}
