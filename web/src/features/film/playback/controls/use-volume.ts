import { useEffect } from 'react';
import { inBrowser } from '../../../../storage/storage.ts';
import { ducking } from '../duck.port.ts';
import type { FilmPort } from '../sync/media-port.ts';

const key = 'matinee.volume';

/** Restores this person's volume, and stores each change of it in this browser. It is never sent. */
export function useKeptVolume(film: FilmPort | undefined, sound: FilmPort | undefined): void {
  useEffect(() => {
    const element = sound ?? film;
    if (element === undefined) return;
    const kept = Number(inBrowser.read(key) ?? '1');
    if (kept >= 0 && kept <= 1) element.volume = kept;
    const end = followDucking(element);
    const keep = () => {
      if (ducking.get() === 1) inBrowser.write(key, String(element.volume));
    };
    element.addEventListener('volumechange', keep);
    return () => {
      end();
      element.removeEventListener('volumechange', keep);
    };
  }, [film, sound]);
}

/**
 * Follows `ducking`. If the person changes the volume meanwhile, that volume stays. [WCF11] @returns a function that
 * ends it
 */
export function followDucking(element: Pick<FilmPort, 'volume'>): () => void {
  /** The volume before ducking, and the quieter one. */
  let held: { readonly before: number; readonly ducked: number } | undefined;
  const follow = () => {
    const share = ducking.get();
    const isChosenMeanwhile = held !== undefined && Math.abs(element.volume - held.ducked) >= 0.01;
    const before = held === undefined || isChosenMeanwhile ? element.volume : held.before;
    held = share < 1 ? { before, ducked: before * share } : undefined;
    element.volume = held?.ducked ?? before;
  };
  if (ducking.get() < 1) follow();
  const end = ducking.subscribe(follow);
  return () => {
    end();
    if (held !== undefined) element.volume = held.before;
  };
}

/** Changes the volume by `step` (1 is full volume, negative lowers it); raising it also unmutes. */
export function changeVolume(media: FilmPort, step: number): void {
  media.volume = Math.round(Math.max(0, Math.min(1, media.volume + step)) * 100) / 100;
  if (step > 0) media.muted = false;
}
