CREATE TABLE chat_messages (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id),
  client_message_id text NOT NULL,
  content text NOT NULL,
  display_position text NOT NULL,
  display_color text NOT NULL,
  metadata jsonb,
  playback_media_id text,
  playback_playlist_id text,
  playback_position_seconds double precision,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- One message for each operation of a user, however often it is sent.
  UNIQUE (room_id, user_id, client_message_id)
);

-- Ids rise with time, so their order is the order of the room's messages.
CREATE INDEX chat_messages_room ON chat_messages (room_id, id DESC);
CREATE INDEX chat_messages_age ON chat_messages (created_at);
