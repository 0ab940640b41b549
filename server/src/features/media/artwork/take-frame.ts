import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { ImageRefused } from '../../../drivers/images/image-refused.ts';
import type { MadePicture, MadePictures } from '../../files/files/made-pictures.port.ts';
import { readStreams } from '../conversions/plan/film-streams.ts';
import type { MediaItem } from '../library/library.port.ts';
import { pathNameOf } from '../providers/find-provider.ts';
import type { Sources } from '../providers/providers.port.ts';
import { type LocalFilms, mediaVersion, type ResourceKey } from '../proxy/proxy.port.ts';

/** Most bytes that are read of a film for its frames: its tables, and a few seconds at 100 Mbit/s. */
const maxFilmBytes = 64 * 1_048_576;
/** Where a frame is taken, as shares of the film: the first that is no blank one. Behind titles, before the end. */
const places = [0.15, 0.3, 0.5];
/** A frame with this much to see is good, and one with less than the least is blank: black, or titles on black. */
const goodDetail = 2.5;
const leastDetail = 0.6;

export interface FrameParts {
  readonly localFilms: LocalFilms;
  readonly sources: Pick<Sources, 'originOf'>;
  readonly pictures: Pick<MadePictures, 'make'>;
}

/**
 * A frame of the item's film. Undefined: the film has no picture, or only blank ones. @throws AppError, and Error when
 * it cannot be read. [AW4] [AW5]
 */
export async function takeFrame(
  { localFilms, sources, pictures }: FrameParts,
  ffmpeg: Ffmpeg,
  { roomId, media, sourceVersion }: MediaItem,
  signal: AbortSignal,
): Promise<MadePicture | undefined> {
  const provider = pathNameOf({ name: sources.originOf(media.source!).provider });
  const version = mediaVersion(media.id, sourceVersion);
  const key: ResourceKey = { roomId, provider, version, noun: 'conversion', mode: '', index: 0 };
  const adder = { userId: media.creatorId, sessionId: '' };
  const film = await localFilms.open(key, adder, await localFilms.identify(key, adder), maxFilmBytes);
  try {
    const streams = readStreams(await ffmpeg.probe(film.url, signal));
    if (!streams?.video) return undefined;
    let best: MadePicture | undefined;
    for (const place of places) {
      const frame = await ffmpeg.frame(film.url, streams.durationSeconds * place, signal);
      const picture = frame && (await pictures.make(frame));
      if (picture && picture.detail >= Math.max(leastDetail, best?.detail ?? 0)) best = picture;
      if (best && best.detail >= goodDetail) break;
    }
    return best;
  } finally {
    film.close();
  }
}

/** True for bytes that never become a picture; false where another try may. */
export function isHopeless(cause: unknown): boolean {
  return cause instanceof ImageRefused && cause.reason !== 'busy';
}
