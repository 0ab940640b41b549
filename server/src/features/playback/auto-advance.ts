import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Library } from '../library/library.port.ts';
import type { Rooms } from '../rooms/rooms.port.ts';
import { followingId } from './play-order.ts';
import type { PlaybackService } from './playback.service.ts';
import { advance, endsAtMs, positionAt, type Timeline } from './timeline.ts';

/** Players may reach the end this much earlier than the server calculates, in seconds. */
const endSlackSeconds = 1;

export interface AdvanceParts {
  readonly library: Pick<Library, 'order'>;
  readonly rooms: Rooms;
  readonly clock: Clock;
  readonly log: Log;
  /** A number in [0, 1) for the shuffle. */
  readonly draw: () => number;
}

export type AutoAdvance = ReturnType<typeof makeAutoAdvance>;

/**
 * Starts the next item at the end of one. Every replica with people in the room sets a timer, and the version in the state lets
 * exactly one of them act. When a replica dies, another one's timer or the next report of a player takes over. [PB10] [PB13]
 */
export function makeAutoAdvance({ library, rooms, clock, log, draw }: AdvanceParts, service: PlaybackService) {
  const armed = new Map<string, { version: number; cancel: () => void }>();

  function disarm(roomId: string): void {
    armed.get(roomId)?.cancel();
    armed.delete(roomId);
  }

  function arm(roomId: string, timeline: Timeline): void {
    const known = armed.get(roomId);
    if (known && known.version >= timeline.version) return;
    disarm(roomId);
    const endMs = endsAtMs(timeline);
    if (endMs === undefined) return;
    const cancel = clock.after(Math.min(Math.max(0, endMs - clock.nowMs()), 2 ** 31 - 1), () => {
      armed.delete(roomId);
      void goOn(roomId, timeline.version).catch((err) =>
        log.error({ err, roomId }, 'could not go on to the next item'),
      );
    });
    armed.set(roomId, { version: timeline.version, cancel });
  }

  /** Does what the room's mode says comes next, if the state is still `version` and its item has ended. */
  async function goOn(roomId: string, version: number, hasEnded = false): Promise<void> {
    await service.change(roomId, async (timeline, nowMs, tx) => {
      if (
        timeline.version !== version ||
        timeline.mediaId === null ||
        timeline.playlistId === null ||
        !timeline.isPlaying
      )
        return undefined;
      const end = timeline.durationSeconds ?? Number.POSITIVE_INFINITY;
      if (!hasEnded && positionAt(timeline, nowMs) < end - endSlackSeconds) return undefined;
      const [settings, order] = await Promise.all([
        rooms.getSettings(roomId, tx),
        library.order(tx, timeline.playlistId),
      ]);
      const mediaId = followingId(order, timeline.mediaId, settings.autoPlay, draw);
      if (mediaId === undefined)
        return {
          timeline: advance(timeline, nowMs, { action: PlaybackAction.PAUSE }, { isPlaying: false, waiting: null }),
        };
      const delayMs = settings.autoPlayDelaySeconds * 1000;
      return service.startOf(tx, roomId, timeline, nowMs, { action: PlaybackAction.ADVANCE }, { mediaId, delayMs });
    });
  }

  return {
    arm,
    /** The player of somebody who may navigate reports the end. That counts only while the item's length is unknown. */
    ended: (roomId: string, timeline: Timeline) =>
      timeline.durationSeconds === null ? goOn(roomId, timeline.version, true) : undefined,
    part: {
      name: 'automatic advance',
      stop: async () => {
        for (const roomId of [...armed.keys()]) disarm(roomId);
      },
    },
  };
}
