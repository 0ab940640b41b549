import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { makeWorker, type Worker } from '../../../../kernel/worker.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import { type NotifyingParts, tellAll } from '../notifying.service.ts';
import * as store from './announcements.store.ts';

/** Number of accounts that one transaction notifies. */
const batch = 100;
/** How long after an announcement users can still receive it, in milliseconds: 90 days. */
const shownMs = 90 * 86_400_000;
const periodMs = 60_000;

type AnnouncementKey = Pick<store.AnnouncementRow, 'id' | 'created_at'>;

export interface TellingParts extends NotifyingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Delivers announcements to users when they observe their notifications. */
export interface Telling {
  /** Delivers the announcements that these users have not received yet. */
  catchUp(userIds: readonly string[]): Promise<void>;
  /** The user starts to observe notifications, or has stopped on all devices of this process. */
  observed(userId: string, isObserved: boolean): void;
  /** An announcement was added. */
  announced(): void;
  /** Notifies the users who are observing, and the users who have a mail address. */
  readonly worker: Worker;
}

/** [NO10] */
export function makeTelling(parts: TellingParts): Telling {
  const { db, clock } = parts;
  /**
   * `watching`: users who are observing their notifications in this process. `due`: users who may still have
   * announcements to receive.
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

/** Notifies one batch of users who have a mail address; returns true when there may be more. */
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
