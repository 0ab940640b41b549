import {
  type DeleteNotificationRequest,
  type GetNotificationRequest,
  type ListNotificationsRequest,
  type MarkAllAsReadRequest,
  type MarkAsReadRequest,
  NotificationEventKind,
} from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import { tellUser, toNotification } from './notification-messages.ts';
import { notificationErrors } from './notifications.errors.ts';
import * as store from './notifications.store.ts';

type UserCall = Call<UserPrincipal>;

export interface OwnListParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** Number of entries that a new observer gets. */
const latestCount = 20;
const defaultPageSize = 20;

async function countsOf(reader: Reader, userId: string) {
  const counts = await store.countOwn(reader.query<store.NotificationTables>(), [userId]);
  return counts.get(userId) ?? { unread: 0, total: 0 };
}

/** Changes the list under its lock, so that clients get the counts in the right order. */
async function changeList(
  db: Database,
  userId: string,
  kind: NotificationEventKind,
  apply: (tx: Tx) => Promise<string[]>,
) {
  return db.write(async (tx) => {
    if (!(await store.lockBox(tx.query(), userId))) return { changed: 0, unreadCount: 0 };
    const notificationIds = await apply(tx);
    const { unread: unreadCount } = await countsOf(tx, userId);
    if (notificationIds.length > 0) tellUser(tx, userId, { kind, notificationIds, unreadCount });
    return { changed: notificationIds.length, unreadCount };
  });
}

/** The calls of users about their own list. [NO5] [NO6] */
export function makeOwnList({ db, clock }: OwnListParts) {
  const read = () => db.query<store.NotificationTables>();

  return {
    async list({ unreadOnly, beforePlace, pageSize }: ListNotificationsRequest, { principal }: UserCall) {
      const limit = pageSize || defaultPageSize;
      const filter = { unreadOnly, before: beforePlace, limit: limit + 1 };
      const [rows, counts] = await Promise.all([
        store.listOwn(read(), principal.userId, filter),
        countsOf(db, principal.userId),
      ]);
      const page = rows.slice(0, limit);
      return {
        notifications: page.map(toNotification),
        unreadCount: counts.unread,
        total: unreadOnly ? counts.unread : counts.total,
        ...(rows.length > limit ? { nextBeforePlace: page.at(-1)!.place } : {}),
      };
    },
    async get({ notificationId }: GetNotificationRequest, { principal }: UserCall) {
      const row = await store.findOwn(read(), principal.userId, notificationId);
      if (!row) throw notificationErrors.not_found();
      return { notification: toNotification(row) };
    },
    async markRead({ notificationIds: ids }: MarkAsReadRequest, { principal: { userId } }: UserCall) {
      const { unreadCount } = await changeList(db, userId, NotificationEventKind.READ, (tx) =>
        store.markRead(tx.query(), userId, { ids }, dateOf(clock.nowMs())),
      );
      return { unreadCount };
    },
    async markAllRead({ upToPlace }: MarkAllAsReadRequest, { principal: { userId } }: UserCall) {
      const { unreadCount } = await changeList(db, userId, NotificationEventKind.READ, (tx) =>
        store.markRead(tx.query(), userId, { upToPlace }, dateOf(clock.nowMs())),
      );
      return { unreadCount };
    },
    async delete({ notificationId: id }: DeleteNotificationRequest, { principal: { userId } }: UserCall) {
      const { unreadCount } = await changeList(db, userId, NotificationEventKind.DELETED, (tx) =>
        store.deleteOwn(tx.query(), userId, { id }),
      );
      return { unreadCount };
    },
    async deleteRead({ principal: { userId } }: UserCall) {
      const { changed } = await changeList(db, userId, NotificationEventKind.DELETED, (tx) =>
        store.deleteOwn(tx.query(), userId, 'read'),
      );
      return { deleted: changed };
    },
    /** The newest entries, for a client that starts to observe. */
    async latest(userId: string) {
      const rows = await store.listOwn(read(), userId, { unreadOnly: false, before: undefined, limit: latestCount });
      const { unread: unreadCount } = await countsOf(db, userId);
      return { kind: NotificationEventKind.LATEST, notifications: rows.map(toNotification), unreadCount };
    },
  };
}
