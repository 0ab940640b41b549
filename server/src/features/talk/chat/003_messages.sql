ALTER TABLE chat_messages
  ADD COLUMN edited_at timestamptz,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN delete_actor_id text REFERENCES users (id),
  ADD COLUMN delete_reason text,
  -- A list of {userId, offset, length}.
  ADD COLUMN mentions jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN reply_to_message_id text,
  -- A number of ChatNoticeKind where the server says it.
  ADD COLUMN notice_kind integer,
  ADD COLUMN notice_media_name text,
  -- Places of the stored events that hold what the message says, so that it can be taken out of them.
  ADD COLUMN event_sequences bigint[] NOT NULL DEFAULT '{}';

-- What was sent before events were remembered here. The id of a message is in its event as it is: `msg_` and 26 characters.
UPDATE chat_messages SET event_sequences = told.sequences
FROM (
  SELECT topic, encode(substring(payload FROM position('msg_'::bytea IN payload) FOR 30), 'escape') AS message_id,
    array_agg(sequence ORDER BY sequence) AS sequences
  FROM outbox
  WHERE kind = 'chatEvents' AND position('msg_'::bytea IN payload) > 0
  GROUP BY 1, 2
) told
WHERE told.topic = chat_messages.room_id AND told.message_id = chat_messages.id;

-- What was said during a stretch of a film.
CREATE INDEX chat_messages_playback ON chat_messages (room_id, playback_media_id, playback_position_seconds)
  WHERE playback_media_id IS NOT NULL;
CREATE INDEX chat_messages_content ON chat_messages USING gin (room_id, content gin_trgm_ops);

-- Changes that were made in the last ten minutes, with the answers that they got.
CREATE TABLE chat_operations (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operation_id text NOT NULL,
  -- SHA-256 of the request.
  request_hash bytea NOT NULL,
  -- Null until the transaction that applies it commits.
  answer bytea,
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, user_id, operation_id)
);
CREATE INDEX chat_operations_age ON chat_operations (applied_at);

CREATE TABLE chat_reactions (
  message_id text NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
  reaction_key text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reacted_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, reaction_key, user_id)
);
CREATE INDEX chat_reactions_user ON chat_reactions (user_id);

CREATE TABLE chat_pins (
  message_id text PRIMARY KEY REFERENCES chat_messages (id) ON DELETE CASCADE,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  pinned_by text NOT NULL REFERENCES users (id),
  pinned_at timestamptz NOT NULL,
  note text NOT NULL
);
CREATE INDEX chat_pins_room ON chat_pins (room_id, pinned_at DESC);

-- How far each person has read. Guests have ids of their own, so this refers to no account.
CREATE TABLE chat_reads (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  reader_id text NOT NULL,
  message_id text NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, reader_id)
);
CREATE INDEX chat_reads_age ON chat_reads (read_at);
