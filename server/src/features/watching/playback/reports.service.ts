import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { PlaybackReport } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { RoomStanding } from '../../../kernel/call.ts';
import type { Log } from '../../../kernel/log.ts';
import type { SignalSender } from '../../../realtime/signals.ts';
import type { Database } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { Sources } from '../../media/providers/providers.port.ts';
import type { AutoAdvance } from './auto-advance.ts';
import { isLive } from './item-length.ts';
import type { PlaybackService } from './playback.service.ts';
import type { AutoSkip } from './skipping/auto-skip.ts';
import type { Waiting } from './waiting.ts';

export interface ReportParts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia' | 'putDuration'>;
  readonly sources: Pick<Sources, 'outline'>;
  readonly log: Log;
  /** Called when a person in a room watches an item. */
  readonly onWatched: (roomId: string, mediaId: string) => void;
}

/** Automatic changes in rooms. */
interface Timers {
  readonly autoAdvance: AutoAdvance;
  readonly autoSkip: AutoSkip;
  readonly waiting: Waiting;
}

/**
 * Handles reports of players: others see them, and they can make the room wait, resume, or store an item's length.
 * [PB16]
 */
export function makeReports(
  { db, library, sources, log, onWatched }: ReportParts,
  service: PlaybackService,
  { autoAdvance, autoSkip, waiting }: Timers,
) {
  const lastStates = new WeakMap<SignalSender, number>();

  /**
   * Accepts the length and the end only from users who could skip the item anyway: its owner, and users who may
   * navigate. Ignores both for a live stream: a player that reports its end has lost the connection to the source.
   * [PB13]
   */
  async function learn(roomId: string, standing: RoomStanding, userId: string, report: PlaybackReport): Promise<void> {
    const timeline = await service.read(roomId);
    if (timeline.mediaId !== report.mediaId) return;
    autoAdvance.arm(roomId, timeline);
    autoSkip.arm(roomId, timeline);
    const durationSeconds = report.durationSeconds ?? 0;
    const wantsLength = timeline.durationSeconds === null && durationSeconds > 0;
    if (!wantsLength && !report.ended) return;
    const item = await library.findMedia(db, roomId, report.mediaId);
    if (!item || (item.media.creatorId !== userId && !standing.permissions.has(Permission.NAVIGATE_PLAYBACK))) return;
    if (isLive(sources.outline(roomId, item))) return;
    if (wantsLength) await keepLength(roomId, report.mediaId, durationSeconds);
    else await autoAdvance.ended(roomId, timeline);
  }

  async function keepLength(roomId: string, mediaId: string, durationSeconds: number): Promise<void> {
    await service.change(roomId, async (current, _, tx) => {
      if (current.mediaId !== mediaId || current.durationSeconds !== null) return undefined;
      await library.putDuration(tx, roomId, mediaId, durationSeconds);
      return { timeline: { ...current, durationSeconds, version: current.version + 1 } };
    });
  }

  return (sender: SignalSender, report: PlaybackReport): void => {
    const { state, skewMs, liveDelayMs } = report;
    sender.reportPlayer({ state, skewMs, liveDelayMs });
    const { roomId } = sender;
    if (lastStates.get(sender) !== report.state) {
      lastStates.set(sender, report.state);
      waiting.onReport(roomId, sender.principalId, report.state);
    }
    if (report.mediaId === '') return;
    onWatched(roomId, report.mediaId);
    void learn(roomId, sender.standing, sender.principalId, report).catch((err) =>
      log.warn({ err, roomId }, 'a report could not be used'),
    );
  };
}
