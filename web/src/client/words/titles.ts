import { useEffect } from 'react';
import { useStore } from '../room/hooks.ts';
import { makeStore } from '../store.ts';

type ReadTitle = (name: string) => string;

/** What reads names; names stay as they are until its code is there. */
const reader = makeStore<ReadTitle>((name) => name);
let isLoading = false;

/** Loads what reads names. Where that fails, the next one who asks tries again. */
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
 * How people read the names of items, as `shownTitle` of the contract, for what a page shows first: it does not wait for
 * the code that reads them.
 * @param isNeeded false: no name is shown yet
 */
export function useTitles(isNeeded = true): ReadTitle {
  useEffect(() => {
    if (isNeeded) void load();
  }, [isNeeded]);
  return useStore(reader);
}
