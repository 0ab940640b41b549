import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef, useState } from 'react';
import { loadMedia } from '../../source/engines/load-media.ts';

/** Between two seeks of the preview, in milliseconds: each asks the server for another part of the film. */
const seekEveryMs = 250;
/** Steps of the places that are shown, in seconds: a pointer that rests on a place loads nothing new. */
const stepSeconds = 2;

export interface FilmPreviewProps {
  readonly film: PlaybackMedia;
  readonly seconds: number;
}

/** The picture of the film at `seconds`, made by a second player without sound. Nothing is there until there is a picture. [SY64] */
export function FilmPreview({ film, seconds }: FilmPreviewProps) {
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
      onProblem: () => setHasPicture(false),
    });
    loaded.limitHeight(1);
    const timer = setInterval(() => seekTo(element, latest.current), seekEveryMs);
    return () => {
      clearInterval(timer);
      loaded.stop();
      // Without this the browser goes on loading for a while.
      element.removeAttribute('src');
      element.load();
    };
  }, [film]);
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

/** Goes to a place unless it is there, or still on its way to another one. */
function seekTo(element: HTMLVideoElement, seconds: number): void {
  const isBusy = element.readyState < 1 || element.seeking;
  if (isBusy || Math.abs(element.currentTime - seconds) < stepSeconds / 2) return;
  // To the nearest key frame, where the browser knows that: it needs no other frame to show it.
  if ('fastSeek' in element) element.fastSeek(seconds);
  else (element as HTMLVideoElement).currentTime = seconds;
}
