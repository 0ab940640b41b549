import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ChatMessage,
  ChatMessageSchema,
  type ChatReactionSchema,
} from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { AttachedFile } from '../files/files.port.ts';
import { pictureField } from '../files/pictures.port.ts';
import { toAttachment } from './attachments/attachments.ts';
import type { CountedReaction, MessageRow, ViewedMessage } from './chat.store.ts';

type Fields = Exclude<MessageInitShape<typeof ChatMessageSchema>, { $typeName: string }>;

/** A message as its viewer sees it: of a deleted one only that it was there, and who deleted it and why. [CH13] */
export function toMessage(row: ViewedMessage): ChatMessage {
  return create(ChatMessageSchema, {
    ...(row.deleted_at === null ? { ...saidBy(row), ...addedTo(row) } : deletionOf(row)),
    ...placeOf(row),
    pinned: row.is_pinned,
  });
}

/** A message as everybody sees it: what its viewer did is left out. */
export function toSharedMessage(row: ViewedMessage): ChatMessage {
  const message = toMessage(row);
  for (const reaction of message.reactions) delete reaction.reacted;
  return message;
}

/** A message that was just stored. */
export function toNewMessage(row: MessageRow, attachments: readonly AttachedFile[] = []): ChatMessage {
  return toMessage({ ...row, attachments, reactions: [], is_pinned: false });
}

function addedTo({ reactions, attachments }: ViewedMessage): Fields {
  return { reactions: reactions.map(toReaction), attachments: attachments.map(toAttachment) };
}

export function toReaction({ key, count, reacted }: CountedReaction): MessageInitShape<typeof ChatReactionSchema> {
  return { reactionKey: key, count, reacted };
}

/** What stays of a message for as long as it is remembered. */
function placeOf(row: MessageRow): Fields {
  return {
    id: row.id,
    roomId: row.room_id,
    userId: row.user_id,
    username: row.username,
    ...pictureField('avatar', row.avatar),
    clientMessageId: row.client_message_id,
    createdAt: timestampFromDate(row.created_at),
    version: row.version,
    displayPosition: row.display_position,
    displayColor: row.display_color,
    ...(row.playback_media_id === null ? {} : { playbackMediaId: row.playback_media_id }),
    ...(row.playback_playlist_id === null ? {} : { playbackPlaylistId: row.playback_playlist_id }),
    ...(row.playback_position_seconds === null ? {} : { playbackPositionSeconds: row.playback_position_seconds }),
    ...(row.playback_target === null ? {} : { playbackTarget: row.playback_target }),
    ...(row.playback_target_hash === null ? {} : { playbackTargetHash: row.playback_target_hash }),
    ...(row.reply_to_message_id === null ? {} : { replyToMessageId: row.reply_to_message_id }),
  };
}

function saidBy(row: MessageRow): Fields {
  return {
    content: row.content,
    mentions: [...row.mentions],
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
    ...(row.edited_at === null ? {} : { editedAt: timestampFromDate(row.edited_at) }),
    ...(row.notice_kind === null ? {} : { system: { kind: row.notice_kind, mediaName: row.notice_media_name ?? '' } }),
  };
}

function deletionOf(row: MessageRow): Fields {
  return {
    deleted: true,
    ...(row.deleted_at === null ? {} : { deletedAt: timestampFromDate(row.deleted_at) }),
    ...(row.delete_actor_id === null ? {} : { deleteActorId: row.delete_actor_id }),
    ...(row.delete_reason ? { deleteReason: row.delete_reason } : {}),
  };
}
