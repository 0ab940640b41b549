import { useSyncExternalStore } from 'react';

/** Whether the page, or something on it, fills the screen now. */
export function useIsFullScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener);
      return () => document.removeEventListener('fullscreenchange', listener);
    },
    () => document.fullscreenElement !== null,
  );
}
