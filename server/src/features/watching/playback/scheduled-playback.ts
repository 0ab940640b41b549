import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { type Library, rootPlaylistId } from '../../media/library/library.port.ts';
import type { ScheduledPlayback } from './playback.port.ts';
import type { PlaybackService } from './playback.service.ts';
import { advance, positionAt } from './timeline.ts';

/** Starts films for other features at scheduled times. [PB22] */
export function makeScheduledPlayback(
  { library }: { readonly library: Pick<Library, 'order'> },
  service: PlaybackService,
): ScheduledPlayback {
  return {
    async startAt(roomId, startAtMs, claim) {
      await service.change(roomId, async (timeline, nowMs, tx) => {
        if (!(await claim(tx)) || (timeline.mediaId !== null && timeline.isPlaying)) return undefined;
        const leadMs = service.leadMs(roomId);
        const delayMs = Math.max(0, startAtMs - nowMs - leadMs);
        if (timeline.mediaId === null) {
          const [mediaId] = await library.order(tx, roomId, rootPlaylistId(roomId));
          const cause = { action: PlaybackAction.START };
          return mediaId === undefined
            ? undefined
            : service.startOf(tx, roomId, timeline, nowMs, cause, { mediaId, delayMs });
        }
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
