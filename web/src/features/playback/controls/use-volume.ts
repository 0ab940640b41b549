import { type RefObject, useEffect } from 'react';

const key = 'matinee.volume';

/** Volume is everybody's own: it is kept for this browser and never sent. */
export function useKeptVolume(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const kept = Number(read() ?? '1');
    if (kept >= 0 && kept <= 1) element.volume = kept;
    const keep = () => {
      try {
        localStorage.setItem(key, String(element.volume));
      } catch {
        // Storage is refused: the volume lasts as long as the page.
      }
    };
    element.addEventListener('volumechange', keep);
    return () => element.removeEventListener('volumechange', keep);
  }, [video]);
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A louder or softer volume, in steps of a tenth; sound comes on when it is raised. */
export function changeVolume(video: HTMLVideoElement, step: number): void {
  video.volume = Math.round(Math.max(0, Math.min(1, video.volume + step)) * 100) / 100;
  if (step > 0) video.muted = false;
}
