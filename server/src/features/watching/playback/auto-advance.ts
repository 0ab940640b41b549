import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Tx } from '../../../store/database.ts';
import type { FolderQueue, Library } from '../../media/library/library.port.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import type { Next } from './changes.ts';
import { following } from './order/play-order.ts';
import { noFolder, readFolder, readQueue } from './order/play-queue.ts';
import type { PlaybackService } from './playback.service.ts';
import { advance, endsAtMs, positionAt, type Timeline } from './timeline.ts';

/** Players may reach the end this much earlier than the server calculates, in seconds. */
const endSlackSeconds = 1;

export interface AdvanceParts {
  readonly library: Pick<Library, 'order' | 'folderQueue'>;
  readonly rooms: Rooms;
  readonly clock: Clock;
  readonly log: Log;
}

export type AutoAdvance = ReturnType<typeof makeAutoAdvance>;

/**
 * Starts the next item when one ends. Every replica with people in the room sets a timer, and the version in the state
 * lets exactly one of them act. When a replica dies, another one's timer or the next report of a player takes over.
 * [PB10] [PB13]
 */
export function makeAutoAdvance(parts: AdvanceParts, service: PlaybackService) {
  const { clock, log } = parts;
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
      void goOn(roomId, timeline).catch((err) =>
        logFailedWork(log, err, 'could not go on to the next item', { roomId }),
      );
    });
    armed.set(roomId, { version: timeline.version, cancel });
  }

  /** Goes on as the room's mode says, if the state is still `from` and its item has ended. */
  async function goOn(roomId: string, from: Timeline, hasEnded = false): Promise<Timeline | undefined> {
    const folder = await readFolder(parts.library, roomId, from).catch((err) => {
      if (!(err instanceof AppError)) throw err;
      log.info({ roomId, reason: err.reason }, 'what follows in a dynamic playlist is not known, so playback ends');
      return noFolder(from);
    });
    return service.change(roomId, (timeline, nowMs, tx) =>
      timeline.version === from.version && isOver(timeline, nowMs, hasEnded)
        ? afterEnd({ ...parts, service, folder }, tx, roomId, timeline, nowMs)
        : undefined,
    );
  }

  return {
    arm,
    /**
     * Called when the player of a user who may navigate reports the end. The report counts only while the item's length
     * is unknown.
     */
    ended: (roomId: string, timeline: Timeline) =>
      timeline.durationSeconds === null ? goOn(roomId, timeline, true) : undefined,
    part: {
      name: 'automatic advance',
      stop: async () => {
        for (const roomId of [...armed.keys()]) disarm(roomId);
      },
    },
  };
}

/** A timeline with an item from a playlist. */
type Playing = Timeline & { readonly mediaId: string; readonly playlistId: string };

/** True when something plays and its item has ended: by the clock, or because `hasEnded` says so. */
function isOver(timeline: Timeline, nowMs: number, hasEnded: boolean): timeline is Playing {
  if (timeline.mediaId === null || timeline.playlistId === null || !timeline.isPlaying) return false;
  const end = timeline.durationSeconds ?? Number.POSITIVE_INFINITY;
  return hasEnded || positionAt(timeline, nowMs) >= end - endSlackSeconds;
}

/** The state in which the next item starts, or playback pauses after the last one. */
async function afterEnd(
  { library, rooms, service, folder }: AdvanceParts & { service: PlaybackService; folder: FolderQueue | undefined },
  tx: Tx,
  roomId: string,
  timeline: Playing,
  nowMs: number,
): Promise<Next> {
  const [settings, queue] = await Promise.all([
    rooms.getSettings(roomId, tx),
    readQueue(library, tx, roomId, timeline, folder),
  ]);
  const ordering = { keys: queue.keys, mode: settings.autoPlay, seed: timeline.shuffleSeed };
  const key = following(ordering, queue.current);
  if (key === undefined) {
    const change = { isPlaying: false, waiting: null };
    return { timeline: advance(timeline, nowMs, { action: PlaybackAction.PAUSE }, change) };
  }
  const mediaId = await queue.keep(tx, key);
  const delayMs = settings.autoPlayDelaySeconds * 1000;
  return service.startOf(tx, roomId, timeline, nowMs, { action: PlaybackAction.ADVANCE }, { mediaId, delayMs });
}
