import type { Clock } from '../../../../kernel/clock.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import { keepPlan, type PartsReader, type PartsStanding, passedWith } from '../../skipped-parts/parts-reader.ts';
import type { SkipAhead } from '../../skipped-parts/skipped-parts.store.ts';
import { lockTimeline } from '../playback.store.ts';
import type { Timeline } from '../timeline.ts';
import { nextSkip } from './next-skip.ts';

/** How long before a skip the room is notified, in milliseconds. */
export const noticeMs = 5_000;

interface PlanParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly read: PartsReader;
}

/**
 * Changes the skips that a room has planned. Each change is for one state and does nothing if the state has changed.
 */
export function makePlanChanges({ db, clock, read }: PlanParts) {
  const underLock = <T>(roomId: string, from: Timeline, work: (tx: Tx, standing: PartsStanding) => Promise<T>) =>
    db.write(async (tx) => {
      const timeline = await lockTimeline(tx.query(), roomId);
      const standing = timeline?.version === from.version ? await read(tx, roomId, timeline) : undefined;
      return standing && work(tx, standing);
    });

  return {
    /** Keeps the room from skipping the part that begins at `startSeconds`. [SKP5] */
    async pass(roomId: string, from: Timeline, startSeconds: number): Promise<void> {
      await underLock(roomId, from, async (tx, standing) => {
        if (standing.plan.passed.includes(startSeconds)) return;
        await keepPlan(tx, roomId, standing, { passed: passedWith(standing.plan, startSeconds), ahead: null });
      });
    },
    /**
     * Announces the next skip and its time to the room. A second replica gets the announcement of the first one. [SKP4]
     */
    announce: (roomId: string, from: Timeline): Promise<SkipAhead | undefined> =>
      underLock(roomId, from, async (tx, standing) => {
        const { ahead: known } = standing.plan;
        if (known?.playbackVersion === from.version) return known;
        const next = nextSkip(from, standing);
        if (!next) return undefined;
        const { kind, startSeconds, endSeconds } = next.part;
        const atMs = Math.max(next.reachedAtMs, clock.nowMs() + noticeMs);
        const ahead = { kind, startSeconds, endSeconds, atMs, playbackVersion: from.version };
        await keepPlan(tx, roomId, standing, { ahead });
        return ahead;
      }),
  };
}
