import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { ImageRefused } from '../../../drivers/images/image-refused.ts';
import type { MadePicture, MadePictures } from '../../files/files/made-pictures.port.ts';
import type { RecordedFiles } from '../../files/files/recorded-files.port.ts';
import type { ReadFilm } from '../conversions/plan/read-film.ts';
import type { MediaItem } from '../library/library.port.ts';
import { pathNameOf } from '../providers/find-provider.ts';
import type { Sources } from '../providers/providers.port.ts';
import { type LocalFilm, type LocalFilms, mediaVersion, type ResourceKey } from '../proxy/proxy.port.ts';

/** Most bytes read from a film for its frames: its tables, and a few seconds at 100 Mbit/s. */
const maxFilmBytes = 64 * 1_048_576;
/**
 * Places to take a frame, as shares of the length. The first frame that is not blank is used. After the titles, before
 * the end.
 */
const places = [0.15, 0.3, 0.5];
/** Detail of a good frame, and the least detail of a frame that is not blank (black, or titles on black). */
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
 * A frame of the item's film. Undefined: the film has no video, or only blank frames. @throws AppError, and Error when
 * the film is unreadable. [AW4] [AW5]
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

/** True for bytes that never become a picture; false when a retry may help. */
export function isHopeless(cause: unknown): boolean {
  return cause instanceof ImageRefused && cause.reason !== 'busy';
}
