import { useSyncExternalStore } from 'react';

/**
 * Marks a page that fills its window by itself, in browsers without full screen, as on iPhones. The CSS variant
 * `filled` uses it.
 */
const mark = 'data-filled';
const listeners = new Set<() => void>();

/** Whether the page, or something on it, fills the screen now. */
export function isFullScreen(): boolean {
  return document.fullscreenElement !== null || document.documentElement.hasAttribute(mark);
}

/** Lets the page fill the screen, or only its window in browsers without full screen. */
export function enterFullScreen(): void {
  // A browser that requires a tap first refuses.
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => undefined);
  else fillWindow(true);
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  leaveFilledWindow();
}

/** Ends the filling of the window; a browser's own full screen stays. */
export function leaveFilledWindow(): void {
  fillWindow(false);
}

function fillWindow(isFilled: boolean): void {
  document.documentElement.toggleAttribute(mark, isFilled);
  for (const listener of listeners) listener();
}

/** Whether the page, or something on it, fills the screen now. */
export function useIsFullScreen(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    document.addEventListener('fullscreenchange', listener);
    return () => {
      listeners.delete(listener);
      document.removeEventListener('fullscreenchange', listener);
    };
  }, isFullScreen);
}
