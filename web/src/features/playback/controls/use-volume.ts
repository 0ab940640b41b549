import { useEffect } from 'react';
import { ducking } from '../duck.port.ts';
import type { FilmPort } from '../sync/media-port.ts';

const key = 'matinee.volume';
/** What is left of the volume while something else is to be heard. */
const quieter = 0.2;

/** Keeps the volume in this browser. It is never sent: each person has their own. */
export function useKeptVolume(film: FilmPort | undefined, sound: FilmPort | undefined): void {
  useEffect(() => {
    const element = sound ?? film;
    if (element === undefined) return;
    const kept = Number(read() ?? '1');
    if (kept >= 0 && kept <= 1) element.volume = kept;
    const end = followDucking(element);
    const keep = () => {
      if (ducking.get() > 0) return;
      try {
        localStorage.setItem(key, String(element.volume));
      } catch {
        // The browser refuses storage: the volume lasts as long as the page.
      }
    };
    element.addEventListener('volumechange', keep);
    return () => {
      end();
      element.removeEventListener('volumechange', keep);
    };
  }, [film, sound]);
}

/** Follows `ducking`. A volume that somebody chose meanwhile stays. [WCF11] @returns what ends it */
export function followDucking(element: Pick<FilmPort, 'volume'>): () => void {
  let before: number | undefined;
  const follow = () => {
    const isDucked = ducking.get() > 0;
    if (isDucked && before === undefined) {
      before = element.volume;
      element.volume = before * quieter;
    } else if (!isDucked && before !== undefined) {
      if (Math.abs(element.volume - before * quieter) < 0.01) element.volume = before;
      before = undefined;
    }
  };
  follow();
  const end = ducking.subscribe(follow);
  return () => {
    end();
    if (before !== undefined) element.volume = before;
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Changes the volume by `step`, from 0 to 1; raising it also unmutes. */
export function changeVolume(media: FilmPort, step: number): void {
  media.volume = Math.round(Math.max(0, Math.min(1, media.volume + step)) * 100) / 100;
  if (step > 0) media.muted = false;
}
