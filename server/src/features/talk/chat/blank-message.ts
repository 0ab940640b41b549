import type { MessageRow } from './chat.store.ts';

type Author = Pick<MessageRow, 'user_id' | 'username' | 'display_name' | 'avatar'>;

/** A message without content yet. */
export function blankMessage(id: string, roomId: string, at: Date, author: Author): MessageRow {
  return {
    id,
    room_id: roomId,
    user_id: author.user_id,
    username: author.username,
    display_name: author.display_name,
    avatar: author.avatar,
    client_message_id: id,
    content: '',
    display_position: '',
    display_color: '',
    metadata: null,
    playback_media_id: null,
    playback_playlist_id: null,
    playback_position_seconds: null,
    playback_target: null,
    playback_target_hash: null,
    created_at: at,
    version: 1,
    mentions: [],
    reply_to_message_id: null,
    edited_at: null,
    deleted_at: null,
    delete_actor_id: null,
    delete_reason: null,
    notice_kind: null,
    notice_media_name: null,
    event_sequences: [],
  };
}
