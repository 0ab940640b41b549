/**
 * Finds a picture of an item's film: the embedded cover, a poster from a catalogue, or else a frame. Once over all
 * replicas, in the background, with limits on bytes and time. [AW1]–[AW8]
 */
import type { MediaItem } from '../library/library.port.ts';
import type { Artwork } from './artwork.port.ts';
import type { ArtworkFigures, ArtworkParts } from './artwork-parts.ts';
import { makeLaterPictures, showPicture, unlessHopeless } from './later-pictures.ts';
import { makeSoughtFilms } from './sought.ts';

export interface RunningArtwork extends Artwork {
  readonly figures: ArtworkFigures;
  stop(): Promise<void>;
}

export function makeArtwork(parts: ArtworkParts): RunningArtwork {
  const { log, keyValue, settings, pictures, findCover, posters } = parts;
  const figures: ArtworkFigures = { covers: 0, posters: 0, frames: 0, failed: 0 };
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const program = async () => (settings.frames ? parts.ffmpeg() : undefined);
  const sought = makeSoughtFilms(keyValue.orLocal, async () => posters.isThere() || (await program()) !== undefined);
  const later = makeLaterPictures(parts, { program, sought, figures, stopping: stopping.signal });

  function fail(item: MediaItem, err: unknown): void {
    if (stopping.signal.aborted) return;
    figures.failed += 1;
    log.debug({ err, roomId: item.roomId, mediaId: item.media.id }, 'no picture of a film could be found');
  }

  function takeLater(item: MediaItem): void {
    const work = later
      .take(item)
      .catch((cause) => fail(item, cause))
      .finally(() => running.delete(work));
    running.add(work);
  }

  async function seek(item: MediaItem, cover: Uint8Array | undefined): Promise<void> {
    try {
      if (item.media.artwork || stopping.signal.aborted || !(await sought.begin(item))) return;
      if (await findCover(item, { userId: item.media.creatorId })) return;
      const picture = cover && (await pictures.make(cover).catch(unlessHopeless));
      if (!picture) return takeLater(item);
      await showPicture(parts, item, picture);
      figures.covers += 1;
    } catch (cause) {
      fail(item, cause);
    }
  }

  return {
    figures,
    isWanted: sought.isWanted,
    seek,
    async seekAgain(item) {
      await sought.forget(item);
      await seek(item, undefined);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
