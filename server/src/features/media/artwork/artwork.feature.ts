import type { FfmpegFinder } from '../../../drivers/ffmpeg/ffmpeg.ts';
import type { Feature } from '../../feature.ts';
import type { Artwork } from './artwork.port.ts';
import { makeArtwork } from './artwork.service.ts';
import type { ArtworkParts } from './artwork-parts.ts';

interface Parts extends Omit<ArtworkParts, 'ffmpeg'> {
  readonly ffmpeg: FfmpegFinder;
  readonly metrics: { counter(name: string, help: string, read: () => number): void };
}

/** Gives items pictures of their films. */
export function artworkFeature(parts: Parts): Feature & { readonly artwork: Artwork } {
  const { ffmpeg, metrics } = parts;
  let looking = Promise.resolve(ffmpeg.found);
  const artwork = makeArtwork({ ...parts, ffmpeg: () => looking });
  const { figures } = artwork;
  metrics.counter(
    'matinee_film_covers_total',
    'Pictures of items that were covers in their files.',
    () => figures.covers,
  );
  metrics.counter(
    'matinee_film_posters_total',
    'Pictures of items that are posters from the catalogue of films.',
    () => figures.posters,
  );
  metrics.counter(
    'matinee_film_frames_total',
    'Pictures of items that are frames of their films.',
    () => figures.frames,
  );
  metrics.counter(
    'matinee_film_pictures_failed_total',
    'Films whose picture could not be sought.',
    () => figures.failed,
  );
  return {
    name: 'artwork',
    artwork,
    parts: [
      {
        name: 'pictures of films',
        // The server's start does not wait for another program.
        start: async () => {
          looking = ffmpeg.look();
        },
        stop: () => artwork.stop(),
      },
    ],
  };
}
