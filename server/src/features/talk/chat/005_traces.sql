-- Places of the stored events that hold reactions to a message, so that they can be taken out of them with it.
CREATE TABLE chat_reaction_events (
  message_id text NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
  sequence bigint NOT NULL,
  PRIMARY KEY (message_id, sequence)
);

-- Those that were stored before. The id of a message is the first in its events as it is, and the other events are known.
INSERT INTO chat_reaction_events (message_id, sequence)
SELECT message.id, told.sequence
FROM (
  SELECT topic, sequence, encode(substring(payload FROM position('msg_'::bytea IN payload) FOR 30), 'escape') AS message_id
  FROM outbox
  WHERE kind = 'chatEvents' AND position('msg_'::bytea IN payload) > 0
) told
JOIN chat_messages message ON message.id = told.message_id AND message.room_id = told.topic
WHERE message.deleted_at IS NULL AND NOT told.sequence = ANY (message.event_sequences);

-- The message that a change was about: what the change was answered with goes when the message goes.
ALTER TABLE chat_operations ADD COLUMN message_id text;
CREATE INDEX chat_operations_message ON chat_operations (message_id);
