import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ChatAttachmentSchema,
  ChatMentionSchema,
  type ChatMessage,
  ChatMessageSchema,
  ChatReactionSchema,
  ChatSystemNoticeSchema,
} from '@matinee/contract/gen/service/client/chat_pb.ts';
import { UserAvatarSchema } from '@matinee/contract/gen/service/client/pictures_pb.ts';
import type { AttachedFile } from '../../files/files/files.port.ts';
import { type ShownPicture, toPicture } from '../../files/files/pictures.port.ts';
import { toAttachment } from './attachments/attachments.ts';
import type { CountedReaction, MessageRow, ViewedMessage } from './chat.store.ts';

/** A message as its viewer sees it. For a deleted message: only that it existed, who deleted it and why. [CH13] */
export function toMessage(row: ViewedMessage): ChatMessage {
  const message = placeOf(row);
  message.pinned = row.is_pinned;
  if (row.deleted_at !== null) return tellDeletion(message, row);
  message.reactions = row.reactions.map((reaction) => create(ChatReactionSchema, toReaction(reaction)));
  return tellContent(message, row, row.attachments);
}

/** A message as the whole room sees it, without its viewer's own reactions. */
export function toSharedMessage(row: ViewedMessage): ChatMessage {
  const message = toMessage(row);
  for (const reaction of message.reactions) delete reaction.reacted;
  return message;
}

/** A message that was just stored. */
export function toNewMessage(row: MessageRow, attachments: readonly AttachedFile[] = []): ChatMessage {
  return tellContent(placeOf(row), row, attachments);
}

export function toReaction({ key, count, reacted }: CountedReaction): MessageInitShape<typeof ChatReactionSchema> {
  return { reactionKey: key, count, reacted };
}

/**
 * The fields of a message that survive its deletion. Sets each field separately: messages merged from partial objects
 * would have different hidden classes, and a busy chat would spend a tenth of its time on that.
 */
function placeOf(row: MessageRow): ChatMessage {
  const message = create(ChatMessageSchema);
  message.id = row.id;
  message.roomId = row.room_id;
  message.userId = row.user_id;
  message.username = row.username;
  message.displayName = row.display_name;
  message.avatar = row.avatar ? create(UserAvatarSchema, toPicture(row.avatar as ShownPicture)) : undefined;
  message.clientMessageId = row.client_message_id;
  message.createdAt = timestampFromDate(row.created_at);
  message.version = row.version;
  message.displayPosition = row.display_position;
  message.displayColor = row.display_color;
  message.playbackMediaId = row.playback_media_id ?? undefined;
  message.playbackPlaylistId = row.playback_playlist_id ?? undefined;
  message.playbackPositionSeconds = row.playback_position_seconds ?? undefined;
  message.playbackTarget = row.playback_target ?? undefined;
  message.playbackTargetHash = row.playback_target_hash ?? undefined;
  message.replyToMessageId = row.reply_to_message_id ?? undefined;
  return message;
}

function tellContent(message: ChatMessage, row: MessageRow, attachments: readonly AttachedFile[]): ChatMessage {
  message.content = row.content;
  message.mentions = row.mentions.map((mention) => create(ChatMentionSchema, mention));
  message.attachments = attachments.map((file) => create(ChatAttachmentSchema, toAttachment(file)));
  message.metadata = row.metadata ?? undefined;
  if (row.edited_at !== null) message.editedAt = timestampFromDate(row.edited_at);
  if (row.notice_kind !== null)
    message.system = create(ChatSystemNoticeSchema, { kind: row.notice_kind, mediaName: row.notice_media_name ?? '' });
  return message;
}

function tellDeletion(message: ChatMessage, row: MessageRow): ChatMessage {
  message.deleted = true;
  if (row.deleted_at !== null) message.deletedAt = timestampFromDate(row.deleted_at);
  message.deleteActorId = row.delete_actor_id ?? undefined;
  message.deleteReason = row.delete_reason || undefined;
  return message;
}
