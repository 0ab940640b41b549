import type { MediaFacts } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import type { Tx } from '../../../store/database.ts';
import type { StoredPicture } from '../../files/files/made-pictures.port.ts';
import type { Library, MediaItem } from '../../media/library/library.port.ts';
import type { FactStore } from '../../media/media-probe/media-probe.port.ts';
import type { Sources } from '../../media/providers/providers.port.ts';
import { applyChanges, type Change, type ChangeParts } from './changes.ts';
import { isLive, lengthOf } from './item-length.ts';
import type { PlaybackService } from './playback.service.ts';
import type { Timeline } from './timeline.ts';

export interface ItemChangeParts extends ChangeParts {
  readonly library: Pick<Library, 'dropArtwork' | 'findMedia' | 'putArtwork' | 'putDuration'>;
  readonly sources: Pick<Sources, 'outline'>;
  readonly foundFacts: Pick<FactStore, 'put'>;
}

/** Updates playback when the playing item changes in the library. */
export function makeItemChanges(
  { clock, onItemChanged, library, sources, foundFacts }: ItemChangeParts,
  service: PlaybackService,
  onChanged: (roomId: string, timeline: Timeline) => void,
) {
  /** If the item is playing, the same state with the item's current library data. */
  const refreshed =
    (roomId: string, mediaId: string): Change =>
    async (timeline, _, tx) => {
      if (timeline.mediaId !== mediaId) return undefined;
      const item = await library.findMedia(tx, roomId, mediaId);
      if (!item) return undefined;
      const playback = sources.outline(roomId, item);
      const durationSeconds = lengthOf(item, playback);
      const { version } = timeline;
      const next = {
        ...timeline,
        mediaName: item.media.name,
        durationSeconds,
        isLive: isLive(playback),
        version: version + 1,
      };
      return { timeline: next, playback, isPlaybackNew: true };
    };

  return {
    /** Called when the source of the item was replaced: viewers who play it reload it. [PB25] */
    async sourceChanged(tx: Tx, roomId: string, mediaId: string): Promise<void> {
      const [outcome] = await applyChanges({ clock, onItemChanged }, tx, roomId, [
        { change: refreshed(roomId, mediaId) },
      ]);
      if (outcome && 'error' in outcome) throw outcome.error;
      const { timeline, isChanged } = outcome!.value;
      if (isChanged && timeline) tx.afterCommit(() => onChanged(roomId, timeline));
    },
    /** Stores new facts about an item's film. [PB24] */
    async learn(roomId: string, { media, sourceVersion }: MediaItem, facts: MediaFacts): Promise<void> {
      await service.change(roomId, async (timeline, nowMs, tx) => {
        if (!(await foundFacts.put(tx, media.id, { sourceVersion, facts }))) return undefined;
        if (facts.durationSeconds !== undefined) await library.putDuration(tx, roomId, media.id, facts.durationSeconds);
        return refreshed(roomId, media.id)(timeline, nowMs, tx);
      });
    },
    ...artworkChanges({ library, service, refreshed }),
  };
}

interface ArtworkParts extends Pick<ItemChangeParts, 'library'> {
  readonly service: PlaybackService;
  readonly refreshed: (roomId: string, mediaId: string) => Change;
}

/** Handles pictures that the server finds in films. */
function artworkChanges({ library, service, refreshed }: ArtworkParts) {
  return {
    /** Gives an item the picture that was found in its film. [PB24] */
    async showArtwork(item: MediaItem, { shown, attach }: StoredPicture): Promise<void> {
      await service.change(item.roomId, async (timeline, nowMs, tx) => {
        if (!(await library.putArtwork(tx, item, shown))) return undefined;
        await attach(tx);
        return refreshed(item.roomId, item.media.id)(timeline, nowMs, tx);
      });
    },
    /**
     * Removes the picture whose id `rejecting` returns from an item, in the same transaction; undefined keeps the
     * picture. True if the item lost its picture.
     */
    async dropArtwork(item: MediaItem, rejecting: (tx: Tx) => Promise<string | undefined>): Promise<boolean> {
      let isDropped = false;
      await service.change(item.roomId, async (timeline, nowMs, tx) => {
        const pictureId = await rejecting(tx);
        isDropped = pictureId !== undefined && (await library.dropArtwork(tx, item, pictureId));
        return isDropped ? refreshed(item.roomId, item.media.id)(timeline, nowMs, tx) : undefined;
      });
      return isDropped;
    },
  };
}
