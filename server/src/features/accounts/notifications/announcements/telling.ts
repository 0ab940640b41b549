import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { makeWorker, type Worker } from '../../../../kernel/worker.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import { type NotifyingParts, tellAll } from '../notifying.service.ts';
import * as store from './announcements.store.ts';

/** Accounts that one transaction tells. */
const batch = 100;
/** How long after an announcement users can still be told of it, in milliseconds: 90 days. */
const shownMs = 90 * 86_400_000;
const periodMs = 60_000;

type AnnouncementKey = Pick<store.AnnouncementRow, 'id' | 'created_at'>;

export interface TellingParts extends NotifyingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells users of announcements when they look at their notifications. */
export interface Telling {
  /** Tells these users the announcements that they were not told yet. */
  catchUp(userIds: readonly string[]): Promise<void>;
  /** The user begins to look at notifications, or has stopped on all devices of this process. */
  observed(userId: string, isObserved: boolean): void;
  /** An announcement came. */
  announced(): void;
  /** Tells the users who look now, and the users who have a mail address. */
  readonly worker: Worker;
}

/** [NO10] */
export function makeTelling(parts: TellingParts): Telling {
  const { db, clock } = parts;
  /**
   * `watching`: users who look at their notifications in this process now. `due`: users who may still have something to
   * be told.
   */
  const watching = new Set<string>();
  const due = new Set<string>();

  async function catchUp(userIds: readonly string[]): Promise<void> {
    const untold = await store.listUntold(db.query(), userIds, dateOf(clock.nowMs() - shownMs));
    const byId = new Map(untold.map(({ id, created_at }) => [id, created_at]));
    for (const [id, created_at] of byId) {
      const to = untold.filter((row) => row.id === id).map((row) => row.user_id);
      await db.write((tx) => tell(parts, tx, { id, created_at }, to));
    }
  }

  const worker = makeWorker({
    name: 'announcements',
    clock,
    log: parts.log,
    periodMs,
    work: async () => {
      const users = [...due].slice(0, batch);
      await catchUp(users);
      for (const user of users) due.delete(user);
      return (await tellAddressed(parts)) || due.size > 0;
    },
  });
  return {
    catchUp,
    observed(userId, isObserved) {
      if (!isObserved) return void watching.delete(userId);
      watching.add(userId);
      due.add(userId);
      worker.wake();
    },
    announced() {
      for (const user of watching) due.add(user);
      worker.wake();
    },
    worker,
  };
}

function tell(
  parts: NotifyingParts,
  tx: Tx,
  { id, created_at: at }: AnnouncementKey,
  to: readonly string[],
): Promise<void> {
  const thing = `announcement/${id}`;
  const what = { group: thing, kind: 'announcement', content: '{}', announcementId: id, at };
  return tellAll(parts, tx, { to, thing, row: { ...what, actorId: null, room: null } });
}

/** Tells one batch of users who have a mail address; true when there may be more. */
function tellAddressed(parts: TellingParts): Promise<boolean> {
  return parts.db.write(async (tx) => {
    const queries = tx.query();
    const announcement = await store.claimUnfinished(queries);
    if (announcement?.told_up_to == null) return false;
    const to = await store.listAddressed(queries, announcement.told_up_to, announcement.created_at, batch);
    await tell(parts, tx, announcement, to);
    await store.putToldUpTo(queries, announcement.id, to.length < batch ? null : to.at(-1)!);
    return true;
  });
}
