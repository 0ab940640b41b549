import { useSyncExternalStore } from 'react';

/**
 * Whether a media query matches now. For parts with a different structure; where only the look differs, CSS is enough.
 */
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
