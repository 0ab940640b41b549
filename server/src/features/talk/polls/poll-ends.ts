import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import { Alarms } from '../../../kernel/time/alarms.ts';
import { makeWorker, type Worker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import { listEnding } from './polls.store.ts';

/** How often each replica looks for ends, in milliseconds. */
const lookEveryMs = 15_000;
/** How far ahead it looks. Twice the period, so that an end is found even if one look fails. */
const lookAheadMs = 2 * lookEveryMs;
/** Most polls of one look; the next one finds the rest. */
const mostAtOnce = 200;

export interface PollEndParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends the poll if its end time has come and it is still open. */
  readonly endDue: (roomId: string, pollId: string) => Promise<unknown>;
}

/** A poll with an end time. */
export interface TimedPoll {
  readonly id: string;
  readonly room_id: string;
  readonly ends_at: Date;
}

/**
 * Ends polls at their time. Every replica reads upcoming ends from the database, so they survive a restart; the lock of
 * the row lets exactly one replica end a poll. [PO7]
 */
export function makePollEnds({ db, clock, log, endDue }: PollEndParts) {
  /** One alarm per poll. */
  const alarms = new Alarms(clock);

  function arm({ id, room_id: roomId, ends_at }: TimedPoll): void {
    const delayMs = ends_at.getTime() - clock.nowMs();
    if (delayMs > lookAheadMs) return;
    alarms.set(id, delayMs, () =>
      endDue(roomId, id).catch((err) => logFailedWork(log, err, 'a poll could not end', { roomId })),
    );
  }

  async function look(): Promise<boolean> {
    const until = new Date(clock.nowMs() + lookAheadMs);
    for (const poll of await listEnding(db.query(), until, mostAtOnce)) arm(poll);
    return false;
  }

  const worker = makeWorker({ name: 'ends of polls', clock, log, periodMs: lookEveryMs, work: look });
  const part: Pick<Worker, 'name' | 'start' | 'stop'> = {
    ...worker,
    stop: async (deadline) => {
      alarms.end();
      await worker.stop?.(deadline);
    },
  };
  return { arm, part };
}
