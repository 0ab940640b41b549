import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../../store/database.ts';
import { countVisits, type MyRoomTables, type Visit } from './my-rooms.store.ts';

/** Visits within this time count once, in milliseconds: a reconnect or a second tab is not a second visit. [MY4] */
const oneVisitMs = 30 * 60_000;
/**
 * Visits within this time are written together, in milliseconds. After a restart, all members of a full room connect at
 * once.
 */
const gatherMs = 200;
/** Maximum number of visits that wait to be written. Further ones are not counted. */
const maxWaiting = 20_000;

interface VisitParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Counts visits. No caller waits for it, and a visit that cannot be written is simply not counted. [MY4] */
export function makeVisits({ db, clock, log }: VisitParts): {
  connected(roomId: string, userId: string): void;
  part: Part;
} {
  let waiting = new Map<string, Visit>();
  let cancel: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const visits = [...waiting.values()];
    waiting = new Map();
    if (visits.length === 0) return writing;
    const now = clock.nowMs();
    writing = writing
      .then(() =>
        db.write((tx) => countVisits(tx.query<MyRoomTables>(), visits, dateOf(now), dateOf(now - oneVisitMs))),
      )
      .catch((err) => log.warn({ err }, 'visits were not counted'));
    return writing;
  }

  return {
    connected(roomId, userId) {
      if (waiting.size >= maxWaiting) return;
      waiting.set(`${roomId} ${userId}`, { roomId, userId });
      cancel ??= clock.after(gatherMs, () => void flush());
    },
    part: { name: 'visits', stop: flush },
  };
}
