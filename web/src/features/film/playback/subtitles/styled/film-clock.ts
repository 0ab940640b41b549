import type { Store } from '../../../../../client/store.ts';
import type { FilmPort } from '../../sync/media-port.ts';
import type { VideoPlace } from '../../use-video.ts';

/** Without a frame for this time, in milliseconds, the place of the film counts. */
const quietMs = 300;

/**
 * Tells the time of each frame of the film as it is shown, in seconds; where there are no frames, or they are rare, the
 * place of the film. @returns a function that ends it
 */
export function followClock(
  film: FilmPort | undefined,
  place: Store<VideoPlace>,
  onTime: (seconds: number) => void,
): () => void {
  const video = film instanceof HTMLVideoElement && 'requestVideoFrameCallback' in film ? film : undefined;
  let lastFrameAt = Number.NEGATIVE_INFINITY;
  let request = 0;
  const onFrame: VideoFrameRequestCallback = (now, { mediaTime }) => {
    lastFrameAt = now;
    onTime(mediaTime);
    if (video) request = video.requestVideoFrameCallback(onFrame);
  };
  if (video) request = video.requestVideoFrameCallback(onFrame);
  const onPlace = () => {
    if (performance.now() - lastFrameAt > quietMs) onTime(place.get().position);
  };
  const end = place.subscribe(onPlace);
  onPlace();
  return () => {
    end();
    video?.cancelVideoFrameCallback(request);
  };
}
