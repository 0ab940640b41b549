-- What the server says, counted for itself.
CREATE INDEX chat_messages_notices ON chat_messages (room_id, id DESC) WHERE notice_kind IS NOT NULL;
