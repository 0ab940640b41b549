import { useEffect } from 'react';
import { useStore } from '../room/hooks.ts';
import { makeStore } from '../store.ts';

type ReadTitle = (name: string) => string;

/** The reader of names. Until its code is loaded, names stay as they are. */
const reader = makeStore<ReadTitle>((name) => name);
let isLoading = false;

/** Loads the reader of names. If that fails, the next call tries again. */
async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { shownTitle } = await import('@matinee/contract/titles/shown-title.ts');
    reader.set(shownTitle);
  } catch {
    isLoading = false;
  }
}

/**
 * Makes the names of items readable, like `shownTitle` of the contract. For the first screen: it does not wait for
 * that code.
 * @param isNeeded false: no name is shown yet
 */
export function useTitles(isNeeded = true): ReadTitle {
  useEffect(() => {
    if (isNeeded) void load();
  }, [isNeeded]);
  return useStore(reader);
}
