import { makeStore, type Store } from '../../../client/store.ts';

const share = makeStore(1);
const wanted = new Map<symbol, number>();

/** What is left of the film's volume now, from 0 to 1; 1: nobody wants it to be quieter. */
export const ducking: Store<number> = share;

const renew = () => share.set(Math.min(1, ...wanted.values()));

/** Makes the film of this page quieter, for something else to be heard; of several wishes the quietest counts. @returns what ends it */
export function duckFilm(left = 0.2): () => void {
  const wish = Symbol('quieter');
  wanted.set(wish, left);
  renew();
  return () => {
    wanted.delete(wish);
    renew();
  };
}
