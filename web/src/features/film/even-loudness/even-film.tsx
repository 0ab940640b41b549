import { useEffect, useState } from 'react';
import type { FilmPort } from '../playback/sync/media-port.ts';
import { type EvenSound, makeEvenSound } from './even-sound.ts';

export interface EvenFilmProps {
  /** What plays the sound; undefined: not there yet. */
  readonly film: FilmPort | undefined;
  /** Has the film played by a new element. */
  readonly renew: () => void;
}

/** Makes the sound of the film even while this person wants that. Draws nothing. [WEL1] */
export function EvenFilm({ film, renew }: EvenFilmProps) {
  const [even, setEven] = useState<EvenSound>();
  useEffect(() => {
    const made = makeEvenSound(renew);
    setEven(made);
    return () => made.stop();
  }, [renew]);
  useEffect(() => even?.hear(film), [even, film]);
  return null;
}
