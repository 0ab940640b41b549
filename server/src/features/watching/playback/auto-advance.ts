import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import { Alarms } from '../../../kernel/time/alarms.ts';
import type { Tx } from '../../../store/database.ts';
import type { FolderQueue, Library } from '../../media/library/library.port.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import type { Next } from './changes.ts';
import { following } from './order/play-order.ts';
import { type AheadParts, noFolder, readAhead, readQueue } from './order/play-queue.ts';
import type { PlaybackService } from './playback.service.ts';
import { advance, breakEndsAtMs, endsAtMs, positionAt, type Timeline } from './timeline.ts';

/** Players may reach the end this much earlier than the server calculates, in seconds. */
const endSlackSeconds = 1;

export interface AdvanceParts extends Pick<AheadParts, 'voteOrder'> {
  readonly library: Pick<Library, 'order' | 'folderQueue'>;
  readonly rooms: Rooms;
  readonly clock: Clock;
  readonly log: Log;
}

export type AutoAdvance = ReturnType<typeof makeAutoAdvance>;

/**
 * Starts the next item when one ends, after the pause in the room's settings, and resumes after a break. Every replica
 * with people in the room sets a timer; the version in the state lets exactly one of them act. When a replica dies,
 * another one's timer or the next report of a player takes over. [PB10] [PB13] [PB28] [PB29]
 */
export function makeAutoAdvance(parts: AdvanceParts, service: PlaybackService) {
  const { clock, log } = parts;
  /** One alarm per room, for the newest state seen by this process; the mark is its version. */
  const alarms = new Alarms(clock);
  const has = (roomId: string, version: number) => (alarms.find(roomId)?.mark ?? -1) >= version;

  function setAlarm(roomId: string, timeline: Timeline, atMs: number): void {
    const work = breakEndsAtMs(timeline) === undefined ? goOn : endBreak;
    const failed = (err: unknown) => logFailedWork(log, err, 'could not go on by itself', { roomId });
    alarms.set(roomId, atMs - clock.nowMs(), () => work(roomId, timeline).catch(failed), timeline.version);
  }

  function arm(roomId: string, timeline: Timeline): void {
    if (has(roomId, timeline.version)) return;
    alarms.cancel(roomId);
    const atMs = breakEndsAtMs(timeline) ?? endsAtMs(timeline);
    if (atMs !== undefined) setAlarm(roomId, timeline, atMs);
  }

  /** Resumes after a break, if the state is still `from`. [PB29] */
  async function endBreak(roomId: string, from: Timeline): Promise<void> {
    await service.change(roomId, (timeline, nowMs) => {
      if (timeline.version !== from.version) return undefined;
      const change = { isPlaying: true, startAtMs: nowMs + service.leadMs(roomId) };
      return { timeline: advance(timeline, nowMs, { action: PlaybackAction.RESUME }, change) };
    });
  }

  /** Continues as the room's mode says, if the state is still `from` and its item has ended. */
  async function goOn(roomId: string, from: Timeline, hasEnded = false): Promise<Timeline | undefined> {
    const settings = await parts.rooms.getSettings(roomId);
    const folder = await readAhead(parts, roomId, from, settings).catch((err) => {
      if (!(err instanceof AppError)) throw err;
      log.info({ roomId, reason: err.reason }, 'what follows in a dynamic playlist is not known, so playback ends');
      return noFolder(from);
    });
    let nextAtMs: number | undefined;
    const changed = await service.change(roomId, async (timeline, nowMs, tx) => {
      if (timeline.version !== from.version || !isOver(timeline, nowMs, hasEnded)) return undefined;
      const next = await afterEnd({ ...parts, service, folder }, tx, roomId, timeline, nowMs);
      nextAtMs = 'nextAtMs' in next ? next.nextAtMs : undefined;
      return 'nextAtMs' in next ? undefined : next;
    });
    // A newer state has set its own timer.
    if (nextAtMs !== undefined && !has(roomId, from.version + 1)) setAlarm(roomId, from, nextAtMs);
    return changed;
  }

  return {
    arm,
    /**
     * Called when the player of a user who may navigate reports the end. The report counts only while the item's length
     * is unknown.
     */
    ended: (roomId: string, timeline: Timeline) =>
      timeline.durationSeconds === null ? goOn(roomId, timeline, true) : undefined,
    part: { name: 'automatic advance', stop: async () => alarms.end() },
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

/**
 * The state after an item ends: the next item starts, or playback pauses after the last one; while the room rests
 * between two items, the time of the next start. An item of unknown length cannot rest at its end, so the next one
 * rests at its start.
 */
async function afterEnd(
  { library, rooms, service, folder }: AdvanceParts & { service: PlaybackService; folder: FolderQueue | undefined },
  tx: Tx,
  roomId: string,
  timeline: Playing,
  nowMs: number,
): Promise<Next | { readonly nextAtMs: number }> {
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
  const restMs = settings.autoPlayDelaySeconds * 1000;
  const endMs = endsAtMs(timeline);
  if (endMs !== undefined && nowMs < endMs + restMs) return { nextAtMs: endMs + restMs };
  const mediaId = await queue.keep(tx, key);
  const delayMs = endMs === undefined ? restMs : 0;
  return service.startOf(tx, roomId, timeline, nowMs, { action: PlaybackAction.ADVANCE }, { mediaId, delayMs });
}
