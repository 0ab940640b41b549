import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef, useState } from 'react';
import type { Remuxing } from '../../source/engines/engine.ts';
import { loadMedia } from '../../source/engines/load-media.ts';

/**
 * Shortest time between two seeks of the preview, in milliseconds: each asks the server for another part of the film.
 */
const seekEveryMs = 250;
/** The preview moves in steps of this length, in seconds, so that small movements of the pointer load nothing new. */
const stepSeconds = 2;

export interface FilmPreviewProps {
  readonly film: PlaybackMedia;
  /** How the page remuxes the film; undefined: not at all. */
  readonly remuxing: Remuxing | undefined;
  readonly seconds: number;
}

/**
 * The picture of the film at `seconds`, from a second player without sound. Shows nothing until it has a picture.
 * [SY64]
 */
export function FilmPreview({ film, remuxing, seconds }: FilmPreviewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasPicture, setHasPicture] = useState(false);
  const wanted = Math.round(seconds / stepSeconds) * stepSeconds;
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    const element = video.current!;
    const loaded = loadMedia({
      media: element,
      urls: [film],
      isLive: () => false,
      isSparing: true,
      remuxing,
      onProblem: () => setHasPicture(false),
    });
    loaded.limitHeight(1);
    const timer = setInterval(() => seekTo(element, latest.current), seekEveryMs);
    return () => {
      clearInterval(timer);
      loaded.stop();
      // Otherwise the browser goes on loading for a while.
      element.removeAttribute('src');
      element.load();
    };
  }, [film, remuxing]);
  return (
    <video
      ref={video}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden="true"
      data-preview={hasPicture ? 'shown' : 'none'}
      onSeeked={() => setHasPicture(true)}
      onError={() => setHasPicture(false)}
      className="mb-1 aspect-video w-40 rounded-control bg-black object-contain data-[preview=none]:hidden"
    />
  );
}

/** Seeks, unless the player is already there or still on its way to another place. */
function seekTo(element: HTMLVideoElement, seconds: number): void {
  const isBusy = element.readyState < 1 || element.seeking;
  if (isBusy || Math.abs(element.currentTime - seconds) < stepSeconds / 2) return;
  // `fastSeek` goes to the nearest key frame, which needs no other frame.
  if ('fastSeek' in element) element.fastSeek(seconds);
  else (element as HTMLVideoElement).currentTime = seconds;
}
