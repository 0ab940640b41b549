import { useSyncExternalStore } from 'react';

/** Whether a media query matches now. It is for parts that are built differently; CSS is enough for those that only look different. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
