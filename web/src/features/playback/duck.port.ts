import { makeStore, type Store } from '../../client/store.ts';

const count = makeStore(0);

/** How many want the film to be quieter now. */
export const ducking: Store<number> = count;

/** Makes the film of this page quieter, for something else to be heard. @returns what ends it */
export function duckFilm(): () => void {
  count.set(count.get() + 1);
  let isOver = false;
  return () => {
    if (!isOver) count.set(count.get() - 1);
    isOver = true;
  };
}
