import { type RefObject, useEffect } from 'react';
import { type Crop, type Framed, moved, zoomed } from './crop.ts';

/** How much a step of the wheel zooms: a notch of a mouse is 100, a trackpad sends many small ones. */
const wheelZoom = 0.0015;

/** One finger or the mouse moves the shown part. Two fingers and the wheel zoom around where they are. [WPC2] */
export function useDragging(
  box: RefObject<HTMLElement | null>,
  framed: Framed,
  onChange: (change: (crop: Crop) => Crop) => void,
): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const fingers = new Map<number, { x: number; y: number }>();
    const shareOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: (clientX - left) / width, y: (clientY - top) / height };
    };
    const middleOf = () => {
      const [one, two] = [...fingers.values()];
      if (!one || !two) return undefined;
      const { width, height } = element.getBoundingClientRect();
      const apart = Math.hypot((one.x - two.x) * width, (one.y - two.y) * height);
      return { at: { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 }, apart };
    };
    const onDown = (event: PointerEvent) => {
      element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, shareOf(event));
    };
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const [now, pinched] = [shareOf(event), middleOf()];
      fingers.set(event.pointerId, now);
      const pinching = middleOf();
      if (!pinched || !pinching) return onChange((crop) => moved(framed, crop, before.x - now.x, before.y - now.y));
      const factor = pinching.apart / Math.max(1, pinched.apart);
      onChange((crop) => {
        const dragged = moved(framed, crop, pinched.at.x - pinching.at.x, pinched.at.y - pinching.at.y);
        return zoomed(framed, dragged, dragged.zoom * factor, pinching.at);
      });
    };
    const onUp = (event: PointerEvent) => fingers.delete(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * wheelZoom);
      const at = shareOf(event);
      onChange((crop) => zoomed(framed, crop, crop.zoom * factor, at));
    };
    const ends = new AbortController();
    const { signal } = ends;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    element.addEventListener('pointercancel', onUp, { signal });
    // Not passive: otherwise the page would scroll.
    element.addEventListener('wheel', onWheel, { signal, passive: false });
    return () => ends.abort();
  }, [box, framed, onChange]);
}
