import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { closer, keepInside, type Point, swipeOf, wholePicture, type ZoomView, zoomTo } from './zoom.ts';

export interface ZoomParts {
  /** The element around the picture. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly onSwipe: (to: 'next' | 'previous' | 'close') => void;
}

/**
 * Wheel, pinch and double click enlarge a picture, dragging moves it. Swipes over a picture that is not enlarged go to
 * `onSwipe`. [WCF10]
 */
export function useZoom({ stage, onSwipe }: ZoomParts) {
  const [view, setView] = useState<ZoomView>(wholePicture);
  const pointers = useRef(new Map<number, Point>());
  const way = useRef<Point>({ x: 0, y: 0 });
  const change = useCallback(
    (next: (view: ZoomView) => ZoomView) => {
      const element = stage.current;
      const picture = element?.querySelector('img');
      if (!element || !picture) return;
      const size = { width: picture.offsetWidth, height: picture.offsetHeight };
      const room = { width: element.clientWidth, height: element.clientHeight };
      setView((before) => keepInside(next(before), size, room));
    },
    [stage],
  );
  useWheel(stage, change);
  const handlers = {
    onDoubleClick: (event: MouseEvent) =>
      change((before) => (before.scale > 1 ? wholePicture : zoomTo(before, closer, placeIn(stage.current!, event)))),
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, placeIn(stage.current!, event));
      way.current = { x: 0, y: 0 };
    },
    onPointerMove(event: PointerEvent) {
      const from = pointers.current.get(event.pointerId);
      if (!from) return;
      const to = placeIn(stage.current!, event);
      const [other] = [...pointers.current].flatMap(([id, place]) => (id === event.pointerId ? [] : [place]));
      pointers.current.set(event.pointerId, to);
      const step = { x: to.x - from.x, y: to.y - from.y };
      if (other) change((before) => pinch(before, other, from, to));
      else if (view.scale > 1) change((before) => ({ ...before, x: before.x + step.x, y: before.y + step.y }));
      else way.current = { x: way.current.x + step.x, y: way.current.y + step.y };
    },
    onPointerUp(event: PointerEvent) {
      const wasAlone = pointers.current.size === 1;
      pointers.current.delete(event.pointerId);
      const swipe = swipeOf(way.current);
      way.current = { x: 0, y: 0 };
      if (wasAlone && event.pointerType === 'touch' && view.scale === 1 && swipe) onSwipe(swipe);
    },
    onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
  };
  return {
    view,
    handlers,
    showWhole: useCallback(() => setView(wholePicture), []),
    zoomBy: (factor: number) => change((before) => zoomTo(before, before.scale * factor, { x: 0, y: 0 })),
  };
}

/** The wheel zooms at the place of the pointer. */
function useWheel(stage: RefObject<HTMLElement | null>, change: (next: (view: ZoomView) => ZoomView) => void): void {
  // The wheel must not scroll the page below. Only a listener that is not passive can prevent that.
  useEffect(() => {
    const element = stage.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      change((before) => zoomTo(before, before.scale * Math.exp(-event.deltaY / 300), placeIn(stage.current!, event)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [stage, change]);
}

/** The place of a pointer, from the middle of the stage. */
function placeIn(
  stage: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const box = stage.getBoundingClientRect();
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}

/** Two fingers: the point between them keeps its place. */
function pinch(view: ZoomView, still: Point, from: Point, to: Point): ZoomView {
  const grown = distance(still, to) / Math.max(1, distance(still, from));
  return zoomTo(view, view.scale * grown, { x: (still.x + to.x) / 2, y: (still.y + to.y) / 2 });
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
