import { useSyncExternalStore } from 'react';

interface WatchedQuery {
  readonly subscribe: (listener: () => void) => () => void;
  readonly matches: () => boolean;
}

/** The queries used so far: a browser creates a new list for each call of `matchMedia`. */
const watched = new Map<string, WatchedQuery>();

function watchQuery(query: string): WatchedQuery {
  const known = watched.get(query);
  if (known !== undefined) return known;
  const list = matchMedia(query);
  const made: WatchedQuery = {
    subscribe: (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches: () => list.matches,
  };
  watched.set(query, made);
  return made;
}

/**
 * Whether a media query matches now. For components with a different structure; where only the look differs, CSS is
 * enough.
 */
export function useMediaQuery(query: string): boolean {
  // The same functions at each render, so that React does not subscribe again: components over a film render at each
  // step.
  const { subscribe, matches } = watchQuery(query);
  return useSyncExternalStore(subscribe, matches);
}
