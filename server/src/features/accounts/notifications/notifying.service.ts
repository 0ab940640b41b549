import { NotificationEventKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { RawBuilder } from 'kysely';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Tx } from '../../../store/database.ts';
import type { Mail } from '../../record/mail/mail.port.ts';
import { storedContent, tellUser, toNotification } from './notification-messages.ts';
import type { CountedKind, News, Notifications } from './notifications.port.ts';
import * as store from './notifications.store.ts';

/** Maximum number of notifications per account; one more removes the oldest. [NO7] */
const maxNotifications = 500;
/** How long a notification may stay unread before it is mailed, in milliseconds. */
const readingMs = 5 * 60_000;
/** Minimum time between two mails to one user, in milliseconds. [NO12] */
const mailRestMs = 60 * 60_000;

/** Things of these kinds are counted in one row per room, or in one row without a room. [NO3] */
const counted: Readonly<Record<CountedKind, true>> = {
  joinRequestArrived: true,
  reportArrived: true,
  mention: true,
  roomCreationArrived: true,
};

function groupOf(kind: string, roomId: string | undefined): string | undefined {
  return kind in counted ? `${kind}/${roomId ?? ''}` : undefined;
}

export interface NotifyingParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly mail: Pick<Mail, 'isConfigured'>;
  /** SQL for the name of a room; null for an unknown one. */
  readonly nameOfRoom: (roomId: string) => RawBuilder<string>;
}

/** Depends on no other feature but mail, so that all features can depend on it. [NO1]–[NO4] [NO14] */
export function makeNotifications(parts: NotifyingParts): Notifications {
  const { clock, ids, nameOfRoom } = parts;
  return {
    async notify(tx, { to, thing = ids.make('ntf'), actorId, roomId, content }) {
      const row = {
        group: groupOf(content.case, roomId) ?? thing,
        kind: content.case,
        content: JSON.stringify(storedContent(content)),
        actorId: actorId ?? null,
        room: roomId === undefined ? null : { id: roomId, name: nameOfRoom(roomId) },
        announcementId: null,
        at: dateOf(clock.nowMs()),
      };
      await tellAll(parts, tx, { to, thing, row });
    },
    /** [NO14] */
    async settle(tx, { kind, roomId, isOver }) {
      const queries = tx.query<store.NotificationTables>();
      const group = groupOf(kind, roomId)!;
      const users = await store.lockUnread(queries, group);
      if (users.length === 0 || !(await isOver())) return;
      const read = await store.readGroup(queries, group, users, dateOf(clock.nowMs()));
      const counts = await store.countOwn(queries, users);
      for (const { id, user_id } of read)
        tellUser(tx, user_id, {
          kind: NotificationEventKind.READ,
          notificationIds: [id],
          unreadCount: counts.get(user_id)?.unread ?? 0,
        });
    },
  };
}

/** Notifies the users in `to` who were not notified before. */
export async function tellAll(
  { clock, ids, mail }: NotifyingParts,
  tx: Tx,
  { to, thing, row }: { readonly to: News['to']; readonly thing: string; readonly row: store.NewRow },
): Promise<void> {
  if (to.length === 0) return;
  const queries = tx.query<store.NotificationTables>();
  const dueAt = dateOf(clock.nowMs() + readingMs);
  const mailing = mail.isConfigured() ? { dueAt, restMs: mailRestMs } : undefined;
  const boxes = await store.takeBoxes(queries, { to, thing, actorId: row.actorId, at: row.at, mailing });
  if (boxes.length === 0) return;
  const users = boxes.map(({ user_id }) => user_id);
  const newIds = boxes.map(() => ids.make('ntf'));
  const put = await store.putRows(queries, boxes, newIds, row);
  await store.trimLists(queries, users, maxNotifications);
  const counts = await store.countOwn(queries, users);
  for (const told of await store.listByIds(queries, put)) {
    tellUser(tx, told.user_id, {
      kind: NotificationEventKind.PUT,
      notifications: [toNotification(told)],
      unreadCount: counts.get(told.user_id)?.unread ?? 0,
    });
  }
}
