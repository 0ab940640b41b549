import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../client/store.ts';

const store = makeStore<WatchedEntry | undefined>(undefined);

/** Whoever has not gone on by then does something else by now, in milliseconds. */
const patienceMs = 600_000;

/** The item that the person pressed on the start page, until its room has dealt with it. [WOH6] */
export const goingOn: Store<WatchedEntry | undefined> = store;

/** The person wants to go on with an item. */
export function goOnWith(entry: WatchedEntry): void {
  store.set(entry);
  setTimeout(() => endGoingOn(entry), patienceMs);
}

/** The room has dealt with `entry`. */
export function endGoingOn(entry: WatchedEntry): void {
  if (store.get() === entry) store.set(undefined);
}
