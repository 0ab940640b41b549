import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { NotificationService } from '@matinee/contract/gen/service/client/notification_service_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { handleAdmin, handleUser, handleUserStream } from '../../../kernel/handler.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import { changePayload } from '../../../realtime/frames.ts';
import { ownCall, ownerOf } from '../../../realtime/own-topic.ts';
import type { Realtime } from '../../../realtime/realtime.ts';
import type { Resource } from '../../../realtime/resource.ts';
import type { Relay } from '../../../store/events/relay.ts';
import type { Feature } from '../../feature.ts';
import {
  type AnnouncementParts,
  announcementsTopic,
  makeAnnouncements,
} from './announcements/announcements.service.ts';
import { changeAnnouncer } from './announcements/announcements.store.ts';
import { makeTelling, type Telling, type TellingParts } from './announcements/telling.ts';
import { type MailingParts, makeMailing } from './mails/mailing.ts';
import { notificationsKind } from './notification-messages.ts';
import { changeActor } from './notifications.store.ts';
import { makeOwnList, type OwnListParts } from './own-list.service.ts';
import { personalData } from './personal-data.ts';
import { makeRetention } from './retention.ts';

type NotificationParts = OwnListParts &
  AnnouncementParts &
  TellingParts &
  MailingParts & {
    readonly realtime: Pick<Realtime, 'watch'>;
    readonly relay: Pick<Relay, 'subscribe'>;
  };

/** Notifications of users, on their devices and by mail, and announcements of administrators. */
export function notificationsFeature(parts: NotificationParts): Feature {
  const own = makeOwnList(parts);
  const announcements = makeAnnouncements(parts);
  const telling = makeTelling(parts);
  const retention = makeRetention(parts);
  const { method } = NotificationService;
  return {
    name: 'notifications',
    personalData,
    tables: ['announcements', 'notification_boxes', 'notification_things', 'notifications'],
    reads: ['user_blocks', 'user_emails', 'users'],
    bindings: [
      handleUser(method.listNotifications, async (request, call) => {
        await telling.catchUp([call.principal.userId]);
        return own.list(request, call);
      }),
      handleUser(method.getNotification, own.get),
      handleUser(method.markAsRead, own.markRead),
      handleUser(method.markAllAsRead, own.markAllRead),
      handleUser(method.deleteNotification, own.delete),
      handleUser(method.deleteAllRead, (_, call) => own.deleteRead(call)),
      handleUserStream(method.watchNotifications, ({ afterEventSequence }, call) =>
        watch(parts.realtime, call, afterEventSequence),
      ),
      handleAdmin(AdminService.method.createAnnouncement, announcements.create),
      handleAdmin(AdminService.method.listAnnouncements, announcements.list),
      handleAdmin(AdminService.method.deleteAnnouncement, announcements.delete),
    ],
    resources: [ownResource(own, telling)],
    onUserErased: async (tx, userId, heirId) => {
      await changeActor(tx.query(), userId, heirId);
      await changeAnnouncer(tx.query(), userId, heirId);
    },
    parts: [
      retention,
      telling.worker,
      makeMailing(parts),
      hearing(parts.relay, () => {
        telling.announced();
        retention.wake();
      }),
    ],
  };
}

/** [NO8] [NO9] */
function ownResource(own: ReturnType<typeof makeOwnList>, telling: Telling): Resource {
  return {
    case: 'notifications',
    isOwn: true,
    key: () => notificationsKind,
    onObserved: (topic, isObserved) => telling.observed(ownerOf(topic), isObserved),
    snapshot: async (topic) => {
      await telling.catchUp([ownerOf(topic)]);
      const value = await own.latest(ownerOf(topic));
      return { version: 0, payload: changePayload({ snapshot: true, resource: { case: 'notifications', value } }) };
    },
  };
}

async function* watch(realtime: Pick<Realtime, 'watch'>, call: Call<UserPrincipal>, after: bigint | undefined) {
  const options = after === undefined ? {} : { afterEventSequence: Number(after) };
  const query = { case: 'notifications', value: {} } as const;
  for await (const { resource, sequence } of realtime.watch(ownCall(call), query, options)) {
    if (resource.case === 'notifications') yield { event: { ...resource.value, eventId: String(sequence) } };
  }
}

/** Calls `changed` when an announcement was added or deleted, on any replica. */
function hearing(relay: Pick<Relay, 'subscribe'>, changed: () => void): Part {
  let subscription: { close(): void } | undefined;
  return {
    name: 'announcement events',
    start: async () => {
      subscription = relay.subscribe(announcementsTopic, 'now', changed);
    },
    stop: async () => subscription?.close(),
  };
}
