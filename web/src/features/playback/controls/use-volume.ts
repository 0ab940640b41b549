import { useEffect } from 'react';
import type { FilmPort } from '../sync/media-port.ts';

const key = 'matinee.volume';

/** Keeps the volume in this browser. It is never sent: each person has their own. */
export function useKeptVolume(film: FilmPort | undefined, sound: FilmPort | undefined): void {
  useEffect(() => {
    const element = sound ?? film;
    if (element === undefined) return;
    const kept = Number(read() ?? '1');
    if (kept >= 0 && kept <= 1) element.volume = kept;
    const keep = () => {
      try {
        localStorage.setItem(key, String(element.volume));
      } catch {
        // The browser refuses storage: the volume lasts as long as the page.
      }
    };
    element.addEventListener('volumechange', keep);
    return () => element.removeEventListener('volumechange', keep);
  }, [film, sound]);
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
