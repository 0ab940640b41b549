import { type RefObject, useEffect } from 'react';

const key = 'matinee.volume';

/** Keeps the volume in this browser. It is never sent: each person has their own. */
export function useKeptVolume(video: RefObject<HTMLVideoElement | null>, sound: HTMLMediaElement | undefined): void {
  useEffect(() => {
    const element = sound ?? video.current;
    if (element === null) return;
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
  }, [video, sound]);
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Changes the volume by `step`, from 0 to 1; raising it also unmutes. */
export function changeVolume(media: HTMLMediaElement, step: number): void {
  media.volume = Math.round(Math.max(0, Math.min(1, media.volume + step)) * 100) / 100;
  if (step > 0) media.muted = false;
}
