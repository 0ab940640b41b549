import { MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Tx } from '../../../store/database.ts';
import { type Library, rootPlaylistId } from '../../media/library/library.port.ts';
import type { ScheduledPlayback } from './playback.port.ts';
import type { PlaybackService } from './playback.service.ts';
import { advance, positionAt } from './timeline.ts';

/** Starts films for other features at scheduled times. [PB22] */
export function makeScheduledPlayback(
  { library }: { readonly library: Pick<Library, 'order' | 'findMedia'> },
  service: PlaybackService,
): ScheduledPlayback {
  /** The item named for the start, else the chosen one, else the first one. Null: the room has none. */
  async function itemToStart(
    tx: Tx,
    roomId: string,
    chosenId: string | null,
    namedId: string | null | undefined,
  ): Promise<string | null> {
    const named = namedId ? await library.findMedia(tx, roomId, namedId) : undefined;
    if (named?.media.availability === MediaAvailability.AVAILABLE) return named.media.id;
    return chosenId ?? (await library.order(tx, roomId, rootPlaylistId(roomId)))[0] ?? null;
  }

  return {
    async startAt(roomId, startAtMs, claim, namedId) {
      await service.change(roomId, async (timeline, nowMs, tx) => {
        if (!(await claim(tx)) || (timeline.mediaId !== null && timeline.isPlaying)) return undefined;
        const leadMs = service.leadMs(roomId);
        const delayMs = Math.max(0, startAtMs - nowMs - leadMs);
        const mediaId = await itemToStart(tx, roomId, timeline.mediaId, namedId);
        if (mediaId !== timeline.mediaId) {
          const cause = { action: PlaybackAction.START };
          return mediaId === null
            ? undefined
            : service.startOf(tx, roomId, timeline, nowMs, cause, { mediaId, delayMs });
        }
        if (mediaId === null) return undefined;
        const position = positionAt(timeline, nowMs);
        const isOver = position >= (timeline.durationSeconds ?? Number.POSITIVE_INFINITY);
        return {
          timeline: advance(
            timeline,
            nowMs,
            { action: PlaybackAction.PLAY },
            {
              isPlaying: true,
              waiting: null,
              positionSeconds: isOver ? 0 : position,
              startAtMs: nowMs + leadMs + delayMs,
            },
          ),
        };
      });
    },
  };
}
