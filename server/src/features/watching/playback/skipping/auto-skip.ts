import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { logFailedWork } from '../../../../kernel/failed-work.ts';
import type { Log } from '../../../../kernel/log.ts';
import { Alarms } from '../../../../kernel/time/alarms.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import type { Rooms } from '../../../rooms/rooms/rooms.port.ts';
import {
  keepPlan,
  makePartsReader,
  type PartsReaderParts,
  type PartsStanding,
  passedWith,
} from '../../skipped-parts/parts-reader.ts';
import type { PlaybackService } from '../playback.service.ts';
import { advance, isRunning, type Timeline } from '../timeline.ts';
import { nextSkip, soughtInto } from './next-skip.ts';
import { makePlanChanges, noticeMs } from './plan-changes.ts';

/** A room looks for parts to skip this long after a change, in milliseconds: users seek several times in a row. */
const restMs = 250;
/**
 * In an unchanged state, a room looks again at most this often, in milliseconds: a member may mark a part meanwhile.
 */
const lookEveryMs = 4_000;

export interface AutoSkipParts extends PartsReaderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rooms: Pick<Rooms, 'getSettings'>;
}

export type AutoSkip = ReturnType<typeof makeAutoSkip>;

/**
 * Skips openings, recaps and credits where the room's settings say so. Every replica with people in the room sets a
 * timer; the announced version lets exactly one of them act. [SKP4] [SKP5]
 */
export function makeAutoSkip(parts: AutoSkipParts, service: PlaybackService) {
  const { db, clock, log, rooms } = parts;
  const read = makePartsReader(parts);
  const plans = makePlanChanges({ ...parts, read });
  /** The next step of each room; its mark is the version of the state. */
  const steps = new Alarms(clock);
  /** The versions for which rooms have looked recently. */
  const looks = new Alarms(clock);

  const failed = failuresIn(log);

  function setStep(roomId: string, { version }: Timeline, atMs: number, work: () => Promise<void>): void {
    steps.set(roomId, atMs - clock.nowMs(), () => work().catch(failed(roomId)), version);
  }

  /** Called with each state, and again while the state lasts. */
  function arm(roomId: string, timeline: Timeline): void {
    const { version } = timeline;
    if ((steps.find(roomId)?.mark ?? -1) >= version || (looks.find(roomId)?.mark ?? -1) >= version) return;
    steps.cancel(roomId);
    if (timeline.mediaId === null || timeline.isLive) return;
    looks.set(roomId, restMs, () => void look(roomId, timeline).catch(failed(roomId)), version);
  }

  async function look(roomId: string, timeline: Timeline): Promise<void> {
    looks.set(roomId, lookEveryMs, () => undefined, timeline.version);
    if (!(await rooms.getSettings(roomId)).autoSkip) return;
    const standing = await read(db, roomId, timeline);
    if (!standing || standing.parts.length === 0) return;
    const sought = soughtInto(timeline, standing);
    if (sought) await plans.pass(roomId, timeline, sought.startSeconds);
    const next = isRunning(timeline) && nextSkip(timeline, standing);
    // A newer state may have arrived during this read.
    if (!next || (steps.find(roomId)?.mark ?? -1) >= timeline.version) return;
    setStep(roomId, timeline, next.reachedAtMs - noticeMs, () => announce(roomId, timeline));
  }

  async function announce(roomId: string, from: Timeline): Promise<void> {
    const ahead = await plans.announce(roomId, from);
    if (ahead) setStep(roomId, from, ahead.atMs, () => skip(roomId, from));
  }

  async function skip(roomId: string, from: Timeline): Promise<void> {
    const { autoSkip } = await rooms.getSettings(roomId);
    await service.change(roomId, async (timeline, nowMs, tx) => {
      if (timeline.version !== from.version) return undefined;
      const endSeconds = await endAhead(await read(tx, roomId, timeline), tx, roomId, {
        version: from.version,
        autoSkip,
      });
      if (endSeconds === undefined) return undefined;
      const change = { positionSeconds: endSeconds, startAtMs: nowMs + service.leadMs(roomId), waiting: null };
      return { timeline: advance(timeline, nowMs, { action: PlaybackAction.SKIP_PART }, change) };
    });
  }

  const stop = async () => void [steps.end(), looks.end()];
  return { arm, part: { name: 'automatic skips', stop } };
}

/** The room may be deleted during the look. */
function failuresIn(log: Log) {
  return (roomId: string) => (err: unknown) => {
    const isGone = err instanceof AppError && err.code === 'not_found';
    if (!isGone) logFailedWork(log, err, 'could not skip a part by itself', { roomId });
  };
}

/**
 * Carries out the skip announced for a version. @returns the position to continue from; undefined: the film does not
 * move
 */
async function endAhead(
  standing: PartsStanding | undefined,
  tx: Tx,
  roomId: string,
  { version, autoSkip }: { readonly version: number; readonly autoSkip: boolean },
): Promise<number | undefined> {
  const ahead = standing?.plan.ahead;
  if (!standing || ahead?.playbackVersion !== version) return undefined;
  const passed = autoSkip ? passedWith(standing.plan, ahead.startSeconds) : standing.plan.passed;
  await keepPlan(tx, roomId, standing, { passed, ahead: null });
  return autoSkip ? ahead.endSeconds : undefined;
}
