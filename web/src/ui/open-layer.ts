/**
 * True while a dialog, a menu or a popup is open, which then owns the keys. A closed popup stays in the page and does
 * not count.
 */
export function isLayerOpen(): boolean {
  return document.querySelector('[role$="dialog"]:not([popover]),[role="menu"],[popover="auto"]:popover-open') !== null;
}
