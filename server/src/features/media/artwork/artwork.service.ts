/**
 * Finds a picture in an item's film: the cover in its file, or else a frame. Once over all replicas, in the background,
 * with limits on bytes and time. [AW1]–[AW8]
 */
import type { Ffmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeFairSlots } from '../../../kernel/queues/fair-slots.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { MadePicture, MadePictures, StoredPicture } from '../../files/files/made-pictures.port.ts';
import type { MediaItem } from '../library/library.port.ts';
import { withinTime } from '../media-probe/within-time.ts';
import type { FindCover } from '../providers/sources.ts';
import type { Artwork } from './artwork.port.ts';
import type { artworkSettings } from './artwork.settings.ts';
import { makeSoughtFilms } from './sought.ts';
import { type FrameParts, isHopeless, takeFrame } from './take-frame.ts';

/** Films of which this process takes a frame at a time, and most that wait. Those without a place are tried when played. */
const atOnce = 1;
const maxWaiting = 500;
/** Longest time for the frames of one film, in milliseconds. */
const longestMs = 60_000;

export interface ArtworkParts extends FrameParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly keyValue: Pick<KeyValue, 'orLocal'>;
  readonly settings: SettingValues<typeof artworkSettings>;
  readonly pictures: MadePictures;
  /** The ffmpeg of this machine, once it was looked for. Undefined: there is none. */
  readonly ffmpeg: () => Promise<Ffmpeg | undefined>;
  /** Where the provider has a picture of an item. */
  readonly findCover: FindCover;
  /** Gives the item its picture, and tells the room. */
  readonly show: (item: MediaItem, picture: StoredPicture) => Promise<void>;
}

/** Counts since the start. */
export interface ArtworkFigures {
  covers: number;
  frames: number;
  failed: number;
}

export interface RunningArtwork extends Artwork {
  readonly figures: ArtworkFigures;
  stop(): Promise<void>;
}

export function makeArtwork(parts: ArtworkParts): RunningArtwork {
  const { clock, log, keyValue, settings, pictures, findCover } = parts;
  const figures: ArtworkFigures = { covers: 0, frames: 0, failed: 0 };
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: () => new Error('too many films wait') });
  const program = async () => (settings.frames ? parts.ffmpeg() : undefined);
  const sought = makeSoughtFilms(keyValue.orLocal, async () => (await program()) !== undefined);

  function fail(item: MediaItem, err: unknown): void {
    if (stopping.signal.aborted) return;
    figures.failed += 1;
    log.debug({ err, roomId: item.roomId, mediaId: item.media.id }, 'no picture of a film could be found');
  }

  async function frame(item: MediaItem): Promise<void> {
    if (stopping.signal.aborted) return;
    const ffmpeg = await program();
    if (!ffmpeg) return sought.endAtCover(item);
    const take = (signal: AbortSignal) => takeFrame(parts, ffmpeg, item, signal);
    const picture = await withinTime({ clock, stopping: stopping.signal, longestMs }, take).catch((cause) => {
      // Not a file that ffmpeg reads.
      if (cause instanceof AppError && cause.code === 'not_found') return undefined;
      throw cause;
    });
    if (!picture) return sought.endWithNone(item);
    await show(parts, item, picture);
    figures.frames += 1;
  }

  function takeLater(item: MediaItem): void {
    const work = inSlot(item.media.creatorId, () => frame(item))
      .catch((cause) => fail(item, cause))
      .finally(() => running.delete(work));
    running.add(work);
  }

  return {
    figures,
    isWanted: sought.isWanted,
    async seek(item, cover) {
      try {
        if (item.media.artwork || stopping.signal.aborted || !(await sought.begin(item))) return;
        if (await findCover(item, { userId: item.media.creatorId })) return;
        const picture = cover && (await pictures.make(cover).catch(unlessHopeless));
        if (!picture) return takeLater(item);
        await show(parts, item, picture);
        figures.covers += 1;
      } catch (cause) {
        fail(item, cause);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function show(
  { pictures, show: tell }: Pick<ArtworkParts, 'pictures' | 'show'>,
  item: MediaItem,
  picture: MadePicture,
): Promise<void> {
  const { roomId, media } = item;
  await tell(item, await pictures.store(picture, { roomId, mediaId: media.id, ownerId: media.creatorId }));
}

/** A broken cover is as none. */
function unlessHopeless(cause: unknown): undefined {
  if (!isHopeless(cause)) throw cause;
}
