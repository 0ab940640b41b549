import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ChatMessage, ChatMessageSchema } from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { MessageRow } from './chat.store.ts';

/** A stored message as clients see it. */
export function toMessage(row: MessageRow): ChatMessage {
  return create(ChatMessageSchema, {
    id: row.id,
    roomId: row.room_id,
    userId: row.user_id,
    username: row.username,
    clientMessageId: row.client_message_id,
    content: row.content,
    createdAt: timestampFromDate(row.created_at),
    version: row.version,
    displayPosition: row.display_position,
    displayColor: row.display_color,
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
    ...(row.playback_media_id === null ? {} : { playbackMediaId: row.playback_media_id }),
    ...(row.playback_playlist_id === null ? {} : { playbackPlaylistId: row.playback_playlist_id }),
    ...(row.playback_position_seconds === null ? {} : { playbackPositionSeconds: row.playback_position_seconds }),
    ...(row.playback_target === null ? {} : { playbackTarget: row.playback_target }),
    ...(row.playback_target_hash === null ? {} : { playbackTargetHash: row.playback_target_hash }),
  });
}
