import type { Capture } from './capture.ts';

interface CaptureKeeper {
  /** Takes the place of the capture before, which stops. Nobody looks any more: it stops as well. */
  take(next: Capture | undefined): void;
  /** Gives a capture away. @returns false if it is not held any more, or its picture has ended: then it has stopped */
  give(capture: Capture): boolean;
  /** Somebody looks at it. */
  open(): void;
  /** Nobody looks at it any more. */
  close(): void;
}

/** Holds the capture that a person looks at before the room does. [WWH1] */
export function makeCaptureKeeper(onChange: (held: Capture | undefined) => void): CaptureKeeper {
  let held: Capture | undefined;
  let isOpen = false;
  function set(next: Capture | undefined): void {
    held = next;
    onChange(next);
  }
  function take(next: Capture | undefined): void {
    held?.stop();
    // The person may have closed the dialog while the browser still asked them.
    if (!isOpen) next?.stop();
    set(isOpen ? next : undefined);
  }
  return {
    take,
    give(capture) {
      if (held !== capture) return false;
      const isLive = capture.picture.readyState === 'live';
      if (isLive) set(undefined);
      else take(undefined);
      return isLive;
    },
    open() {
      isOpen = true;
    },
    close() {
      isOpen = false;
      take(undefined);
    },
  };
}
