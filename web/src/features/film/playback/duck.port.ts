import { makeStore, type Store } from '../../../client/store.ts';

const share = makeStore(1);
const wanted = new Map<symbol, number>();

/** The share of the film's volume that is left now, from 0 to 1. 1: no feature asks for a quieter film. */
export const ducking: Store<number> = share;

const renew = () => share.set(Math.min(1, ...wanted.values()));

/**
 * Makes the film on this page quieter, so that something else can be heard. Of several calls, the quietest counts.
 * @returns a function that ends it
 */
export function duckFilm(left = 0.2): () => void {
  const wish = Symbol('quieter');
  wanted.set(wish, left);
  renew();
  return () => {
    wanted.delete(wish);
    renew();
  };
}
