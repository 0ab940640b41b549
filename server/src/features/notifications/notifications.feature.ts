import { NotificationService } from '@matinee/contract/gen/service/client/notification_service_pb.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import { handleUser, handleUserStream } from '../../kernel/handler.ts';
import type { Log } from '../../kernel/log.ts';
import { changePayload } from '../../realtime/frames.ts';
import { ownCall } from '../../realtime/own-topic.ts';
import type { Realtime } from '../../realtime/realtime.ts';
import type { Feature } from '../feature.ts';
import { notificationsKind } from './notification-messages.ts';
import { changeActor } from './notifications.store.ts';
import { makeOwnList, type OwnListParts } from './own-list.service.ts';
import { makeRetention } from './retention.ts';

interface NotificationParts extends OwnListParts {
  readonly log: Log;
  readonly realtime: Pick<Realtime, 'watch'>;
}

/** What people are told, by devices that look at it. */
export function notificationsFeature(parts: NotificationParts): Feature {
  const own = makeOwnList(parts);
  const { method } = NotificationService;
  return {
    name: 'notifications',
    bindings: [
      handleUser(method.listNotifications, own.list),
      handleUser(method.getNotification, own.get),
      handleUser(method.markAsRead, own.markRead),
      handleUser(method.markAllAsRead, own.markAllRead),
      handleUser(method.deleteNotification, own.delete),
      handleUser(method.deleteAllRead, (_, call) => own.deleteRead(call)),
      handleUserStream(method.watchNotifications, ({ afterEventSequence }, call) =>
        watch(parts.realtime, call, afterEventSequence),
      ),
    ],
    resources: [
      {
        case: 'notifications',
        isOwn: true,
        key: () => notificationsKind,
        snapshot: async (_topic, _key, { principal }) => ({
          version: 0,
          payload: changePayload({
            snapshot: true,
            resource: {
              case: 'notifications',
              value: await own.latest(principal.kind === 'user' ? principal.userId : ''),
            },
          }),
        }),
      },
    ],
    onUserErased: (tx, userId, heirId) => changeActor(tx.query(), userId, heirId),
    parts: [makeRetention(parts)],
  };
}

/** [NO8] */
async function* watch(realtime: Pick<Realtime, 'watch'>, call: Call<UserPrincipal>, after: bigint | undefined) {
  const options = after === undefined ? {} : { afterEventSequence: Number(after) };
  const query = { case: 'notifications', value: {} } as const;
  for await (const { resource, sequence } of realtime.watch(ownCall(call), query, options)) {
    if (resource.case === 'notifications') yield { event: { ...resource.value, eventId: String(sequence) } };
  }
}
