/** Finds pictures of films without a cover in the background: a poster, or else a frame. [AW1] [AW4] */
import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { AppError } from '../../../kernel/errors.ts';
import { makeFairSlots } from '../../../kernel/queues/fair-slots.ts';
import type { Tx } from '../../../store/database.ts';
import type { MadePicture } from '../../files/files/made-pictures.port.ts';
import type { Poster } from '../film-catalogue/film-catalogue.port.ts';
import type { MediaItem } from '../library/library.port.ts';
import { withinTime } from '../media-probe/within-time.ts';
import type { ArtworkFigures, ArtworkParts } from './artwork-parts.ts';
import type { SoughtFilms } from './sought.ts';
import { isHopeless, takeFrame } from './take-frame.ts';

/**
 * Films whose frames this process takes at a time, and the length of the queue. Films beyond it are retried when
 * played.
 */
const atOnce = 1;
const maxWaiting = 500;
/** Longest time for one film's frames, in milliseconds. */
const longestMs = 60_000;

interface Seeking {
  /** The ffmpeg that takes frames; undefined: no frames. */
  readonly program: () => Promise<Ffmpeg | undefined>;
  readonly sought: SoughtFilms;
  readonly figures: ArtworkFigures;
  readonly stopping: AbortSignal;
}

export function makeLaterPictures(parts: ArtworkParts, { program, sought, figures, stopping }: Seeking) {
  const { clock, pictures, posters } = parts;
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: () => new Error('too many films wait') });

  /** True: the item now has a poster. */
  async function poster(item: MediaItem): Promise<boolean> {
    const found = await posters.find(item);
    const picture = found && (await pictures.make(found.bytes).catch(unlessHopeless));
    if (!picture || stopping.aborted) return false;
    await showPicture(parts, item, picture, found.attach);
    figures.posters += 1;
    return true;
  }

  async function frame(item: MediaItem): Promise<void> {
    if (stopping.aborted) return;
    const ffmpeg = await program();
    if (!ffmpeg) return posters.isThere() ? sought.endWithNone(item) : sought.endAtCover(item);
    const take = (signal: AbortSignal) => takeFrame(parts, ffmpeg, item, signal);
    const picture = await withinTime({ clock, stopping, longestMs }, take).catch((cause) => {
      // Not a file for ffmpeg.
      if (cause instanceof AppError && cause.code === 'not_found') return undefined;
      throw cause;
    });
    if (!picture) return sought.endWithNone(item);
    await showPicture(parts, item, picture);
    figures.frames += 1;
  }

  return {
    /** Gives the item its poster, or else a frame. @throws Error when both failed. */
    async take(item: MediaItem): Promise<void> {
      if (!(await poster(item))) await inSlot(item.media.creatorId, () => frame(item));
    },
  };
}

/** Stores a picture and gives it to the item, in one transaction with the writes of `also`. */
export async function showPicture(
  { pictures, show }: Pick<ArtworkParts, 'pictures' | 'show'>,
  item: MediaItem,
  picture: MadePicture,
  also: Poster['attach'] = async () => undefined,
): Promise<void> {
  const { roomId, media } = item;
  const stored = await pictures.store(picture, { roomId, mediaId: media.id, ownerId: media.creatorId });
  const attach = async (tx: Tx) => {
    await stored.attach(tx);
    await also(tx, stored.shown.id);
  };
  await show(item, { ...stored, attach });
}

/** A broken picture counts as none. */
export function unlessHopeless(cause: unknown): undefined {
  if (!isHopeless(cause)) throw cause;
}
