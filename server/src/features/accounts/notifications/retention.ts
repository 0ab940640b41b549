import { NotificationEventKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker, type Worker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import { tellUser } from './notification-messages.ts';
import * as store from './notifications.store.ts';

const dayMs = 86_400_000;
/** How long a notification is kept after its latest event, in milliseconds. [NO7] */
const keptMs = 90 * dayMs;
/** Longer than announcements are shown, so that users do not receive one twice. */
const thingsKeptMs = keptMs + 30 * dayMs;
const periodMs = 600_000;
const batch = 500;

/** Deletes expired notifications, and those of deleted announcements. [NO7] [NO10] */
export function makeRetention({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Worker {
  async function deleteSpent(): Promise<boolean> {
    return db.write(async (tx) => {
      const queries = tx.query<store.NotificationTables>();
      const spent = await store.listSpent(queries, dateOf(clock.nowMs() - keptMs), batch);
      if (spent.length === 0) return false;
      const users = [...new Set(spent.map((row) => row.user_id))].sort();
      for (const user of users) await store.lockBox(queries, user);
      await store.deleteRows(
        queries,
        spent.map(({ id }) => id),
      );
      const counts = await store.countOwn(queries, users);
      for (const user of users) {
        const notificationIds = spent.filter((row) => row.user_id === user).map(({ id }) => id);
        const unreadCount = counts.get(user)?.unread ?? 0;
        tellUser(tx, user, { kind: NotificationEventKind.DELETED, notificationIds, unreadCount });
      }
      return spent.length === batch;
    });
  }

  return makeWorker({
    name: 'notification retention',
    clock,
    log,
    periodMs,
    work: async () => {
      const before = dateOf(clock.nowMs() - thingsKeptMs);
      const forgotten = await store.deleteThingsBefore(db.query(), before, batch);
      return (await deleteSpent()) || forgotten === batch;
    },
  });
}
