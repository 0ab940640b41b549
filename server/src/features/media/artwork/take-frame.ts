import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { ImageRefused } from '../../../drivers/images/image-refused.ts';
import type { MadePicture, MadePictures } from '../../files/files/made-pictures.port.ts';
import type { RecordedFiles } from '../../files/files/recorded-files.port.ts';
import type { ReadFilm } from '../conversions/plan/read-film.ts';
import type { MediaItem } from '../library/library.port.ts';
import { pathNameOf } from '../providers/find-provider.ts';
import type { Sources } from '../providers/providers.port.ts';
import { type LocalFilm, type LocalFilms, mediaVersion, type ResourceKey } from '../proxy/proxy.port.ts';

/** Most bytes that are read of a film for its frames: its tables, and a few seconds at 100 Mbit/s. */
const maxFilmBytes = 64 * 1_048_576;
/** Where a frame is taken, as shares of the film: the first that is no blank one. Behind titles, before the end. */
const places = [0.15, 0.3, 0.5];
/** A frame with this much to see is good, and one with less than the least is blank: black, or titles on black. */
const goodDetail = 2.5;
const leastDetail = 0.6;

export interface FrameParts {
  readonly readFilm: ReadFilm;
  readonly localFilms: LocalFilms;
  readonly sources: Pick<Sources, 'originOf'>;
  readonly pictures: Pick<MadePictures, 'make'>;
  readonly recordedFiles: Pick<RecordedFiles, 'open'>;
}

/**
 * A frame of the item's film. Undefined: the film has no picture, or only blank ones. @throws AppError, and Error when
 * it cannot be read. [AW4] [AW5]
 */
export async function takeFrame(
  parts: FrameParts,
  ffmpeg: Ffmpeg,
  item: MediaItem,
  signal: AbortSignal,
): Promise<MadePicture | undefined> {
  const { pictures, readFilm } = parts;
  const film = await openFilm(parts, item);
  try {
    const streams = await readFilm(ffmpeg, film, signal, true);
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

async function openFilm(
  { localFilms, sources, recordedFiles }: FrameParts,
  { roomId, media, sourceVersion }: MediaItem,
): Promise<Pick<LocalFilm, 'url' | 'close'> & Partial<Pick<LocalFilm, 'identity'>>> {
  const { provider } = sources.originOf(media.source!);
  if (provider === 'recording')
    return localFilms.openOwn((request) => recordedFiles.open(roomId, media.id, request), maxFilmBytes);
  const version = mediaVersion(media.id, sourceVersion);
  const name = pathNameOf({ name: provider });
  const key: ResourceKey = { roomId, provider: name, version, noun: 'conversion', mode: '', index: 0 };
  const adder = { userId: media.creatorId, sessionId: '' };
  return localFilms.open(key, adder, await localFilms.identify(key, adder), maxFilmBytes);
}

/** True for bytes that never become a picture; false where another try may. */
export function isHopeless(cause: unknown): boolean {
  return cause instanceof ImageRefused && cause.reason !== 'busy';
}
