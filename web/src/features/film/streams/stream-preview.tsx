import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { loadMedia } from '../playback/source/engines/load-media.ts';

/** A preview that is further than this behind the end of the loaded part, in seconds, jumps forward. */
const mostBehindSeconds = 3;
/** It jumps to this far before that end, in seconds. */
const restSeconds = 0.6;

interface StreamPreviewProps {
  /** Addresses of the stream, tried one after the other. Each answer of the server has others; the first ones stay. */
  readonly urls: readonly PlaybackMedia[];
}

/** Shows the sender what arrives of a stream, without sound. Give it another key each time on the air. [WLS10] */
export function StreamPreview({ urls }: StreamPreviewProps) {
  const { t } = useTranslation('streams');
  const video = useRef<HTMLVideoElement>(null);
  const [first] = useState(urls);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const element = video.current!;
    const loaded = loadMedia({
      media: element,
      urls: first,
      isLive: () => true,
      onProblem: () => setBroken(true),
    });
    loaded.limitHeight(360);
    return () => {
      loaded.stop();
      // Otherwise the browser goes on loading for a while.
      element.removeAttribute('src');
      element.load();
    };
  }, [first]);
  if (isBroken) return <p className="text-sm text-muted">{t('preview.broken')}</p>;
  return (
    <figure className="grid gap-1.5">
      <video
        ref={video}
        muted
        autoPlay
        playsInline
        aria-label={t('preview.title')}
        onProgress={(event) => keepUp(event.currentTarget)}
        className="aspect-video w-full rounded-card bg-black object-contain"
      />
      <figcaption className="text-sm text-muted">{t('preview.text')}</figcaption>
    </figure>
  );
}

function keepUp(element: HTMLVideoElement): void {
  const { buffered, currentTime } = element;
  if (buffered.length === 0) return;
  const edge = buffered.end(buffered.length - 1);
  if (edge - currentTime > mostBehindSeconds) element.currentTime = edge - restSeconds;
}
