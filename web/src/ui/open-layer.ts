/**
 * True while a dialog, a menu or a popup is open, which then owns the keys. A closed popup stays in the page and does
 * not count.
 */
export function isLayerOpen(): boolean {
  return document.querySelector('[role$="dialog"]:not([popover]),[role="menu"],[popover="auto"]:popover-open') !== null;
}

/** Layers close in less than this time (ms). One that is open for longer is not closing. */
const closingMs = 2_000;

/** Calls `run` once the layers that are closing now have closed. */
export function whenLayersClosed(run: () => void): void {
  const began = performance.now();
  const look = () => {
    if (isLayerOpen() && performance.now() - began < closingMs) requestAnimationFrame(look);
    else run();
  };
  requestAnimationFrame(look);
}
