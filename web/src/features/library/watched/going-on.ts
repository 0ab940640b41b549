import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../client/store.ts';

const store = makeStore<WatchedEntry | undefined>(undefined);

/** A request to resume expires after this time (ms). */
const patienceMs = 600_000;

/** The item that the person pressed on the start page, until its room has handled it. [WOH6] */
export const goingOn: Store<WatchedEntry | undefined> = store;

/** Requests to resume an item. */
export function goOnWith(entry: WatchedEntry): void {
  store.set(entry);
  setTimeout(() => endGoingOn(entry), patienceMs);
}

/** Ends the request after the room has handled `entry`. */
export function endGoingOn(entry: WatchedEntry): void {
  if (store.get() === entry) store.set(undefined);
}
