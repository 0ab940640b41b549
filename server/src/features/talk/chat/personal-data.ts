import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('chat_messages', {
      file: 'messages',
      of: 'user_id',
      order: 'created_at',
      columns: [
        'id',
        'room_id',
        'content',
        'display_position',
        'display_color',
        'metadata',
        'playback_media_id',
        'playback_playlist_id',
        'playback_position_seconds',
        'created_at',
        'edited_at',
        'deleted_at',
        'delete_reason',
        'mentions',
        'reply_to_message_id',
        'notice_kind',
        'notice_media_name',
      ],
      leftOut: {
        user_id: 'the person themselves',
        client_message_id: 'a note of the client for itself',
        version: 'a counter',
        playback_target: 'a place in a folder of media',
        playback_target_hash: 'a digest',
        delete_actor_id: 'may be another person',
        event_sequences: 'counters',
      },
    }),
    ownRows('chat_reactions', {
      file: 'reactions',
      of: 'user_id',
      order: 'reacted_at',
      columns: ['message_id', 'reaction_key', 'reacted_at'],
      leftOut: { user_id: 'the person themselves' },
    }),
    ownRows('chat_pins', {
      file: 'pins',
      of: 'pinned_by',
      order: 'pinned_at',
      columns: ['message_id', 'room_id', 'pinned_at', 'note'],
      leftOut: { pinned_by: 'the person themselves' },
    }),
    ownRows('chat_reads', {
      file: 'read-up-to',
      of: 'reader_id',
      order: 'read_at',
      columns: ['room_id', 'message_id', 'read_at'],
      leftOut: { reader_id: 'the person themselves' },
    }),
  ],
  leftOut: { chat_operations: 'answers that are kept for a retry' },
};
