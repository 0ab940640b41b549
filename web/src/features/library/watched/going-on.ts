import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { makeStore } from '../../../client/store.ts';

/** The item that the person pressed on the start page, until its room has dealt with it. [WOH6] */
export const goingOn = makeStore<WatchedEntry | undefined>(undefined);
