import type { Store } from '../../../../client/store.ts';
import { duckFilm } from '../../../film/playback/duck.port.ts';
import { duckedShare, filmDucking } from '../choices.ts';

/**
 * The film's volume stays low this long after the last word, in milliseconds. Otherwise it would change between
 * sentences.
 */
const afterMs = 1_200;

/** Makes the film quieter while a person speaks for whom `counts` is true. @returns a function that ends it [WVO15] */
export function duckWhileSpeaking(speaking: Store<ReadonlySet<string>>, counts: (peer: string) => boolean): () => void {
  let loudAgain: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function release(): void {
    loudAgain?.();
    loudAgain = undefined;
    timer = undefined;
  }

  function follow(): void {
    const share = duckedShare[filmDucking.get()];
    if (share < 1 && [...speaking.get()].some(counts)) {
      clearTimeout(timer);
      timer = undefined;
      loudAgain ??= duckFilm(share);
    } else if (loudAgain) timer ??= setTimeout(release, afterMs);
  }

  /** A new choice is audible at once, for people who try it out while a person speaks. */
  function chooseAnew(): void {
    clearTimeout(timer);
    release();
    follow();
  }

  const ends = [speaking.subscribe(follow), filmDucking.subscribe(chooseAnew)];
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
    release();
  };
}
