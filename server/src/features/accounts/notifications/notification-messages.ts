import { create, fromJson, type JsonObject, type MessageInitShape, toJson } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type NotificationEventSchema,
  NotificationSchema,
} from '@matinee/contract/gen/service/client/notifications_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import { ownTopic } from '../../../realtime/own-topic.ts';
import type { Tx } from '../../../store/database.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { NewsContent } from './notifications.port.ts';
import type { ViewedNotification } from './notifications.store.ts';

/** Kind of the events about a user's notifications, in the user's own topic. */
export const notificationsKind = 'notifications';

export type NotificationEventInit = Exclude<MessageInitShape<typeof NotificationEventSchema>, { $typeName: string }>;

/** The content in its stored form: `{ roleChanged: { role: … } }`. */
export function storedContent(content: NewsContent): JsonObject {
  return toJson(NotificationSchema, create(NotificationSchema, { content })) as JsonObject;
}

export function toNotification(row: ViewedNotification) {
  const { content } = fromJson(NotificationSchema, row.content as JsonObject, { ignoreUnknownFields: true });
  const { announcement_id: announcementId, title, text, link } = row;
  const announcement = { announcementId: announcementId ?? '', title: title ?? '', text: text ?? '', link: link ?? '' };
  return {
    id: row.id,
    place: row.place,
    createdAt: timestampFromDate(row.created_at),
    updatedAt: timestampFromDate(row.updated_at),
    count: row.count,
    ...(row.read_at ? { readAt: timestampFromDate(row.read_at) } : {}),
    ...(row.actor_id !== null && row.username !== null ? { actor: toActor(row.actor_id, row.username, row) } : {}),
    ...(row.room_id === null ? {} : { room: { roomId: row.room_id, name: row.room_name } }),
    content: announcementId === null ? content : ({ case: 'announcement', value: announcement } as const),
  };
}

function toActor(userId: string, username: string, { display_name, avatar }: ViewedNotification) {
  return { userId, username, displayName: display_name ?? username, ...pictureField('avatar', avatar) };
}

/** Notifies all devices of a user when `tx` commits. */
export function tellUser(tx: Tx, userId: string, value: NotificationEventInit): void {
  const payload = changePayload({ resource: { case: 'notifications', value } });
  tx.emit({ topic: ownTopic(userId), kind: notificationsKind, payload });
}
